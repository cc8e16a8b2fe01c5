import { badRequest } from '../api/status.js';

/** One encoded field of a message. */
export interface WireField {
  readonly number: number;
  readonly value: bigint | Uint8Array;
}

/** Reads the fields of a protobuf message. Source: protobuf.dev/programming-guides/encoding. */
export function readFields(bytes: Uint8Array): readonly WireField[] {
  const reader = new WireReader(bytes);
  const fields: WireField[] = [];
  while (!reader.isAtEnd()) fields.push(reader.field());
  return fields;
}

class WireReader {
  readonly #bytes: Uint8Array;

  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#position >= this.#bytes.length;
  }

  field(): WireField {
    const tag = Number(this.#varint());
    const number = tag >>> 3;
    switch (tag & 7) {
      case 0:
        return { number, value: this.#varint() };
      case 1:
        return { number, value: this.#take(8) };
      case 2:
        return { number, value: this.#take(Number(this.#varint())) };
      case 5:
        return { number, value: this.#take(4) };
      default:
        throw badRequest('the protobuf body has a field of an unknown type');
    }
  }

  #varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#position];
      if (byte === undefined) break;
      this.#position += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw badRequest('the protobuf body ends within a number');
  }

  #take(length: number): Uint8Array {
    const end = this.#position + length;
    if (length < 0 || end > this.#bytes.length) {
      throw badRequest('the protobuf body ends within a field');
    }
    const taken = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return taken;
  }
}
