import { DescribeInstances$, DescribeSpotPriceHistory$ } from '@aws-sdk/client-ec2';
import { InvariantViolation } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { createShapeCompiler, type SchemaRef, type StructShape } from './shape.js';
import { escapeXml, writeXmlMembers } from './xml-writer.js';

function struct(schema: SchemaRef): StructShape {
  const shape = createShapeCompiler('ec2')(schema);
  expect(shape.kind).toBe('struct');
  return shape.kind === 'struct' ? shape : { kind: 'struct', members: [] };
}

describe('writeXmlMembers', () => {
  it('writes lists as sets of items, and omits absent members', () => {
    const output = {
      SpotPriceHistory: [
        { InstanceType: 'm5.large', Timestamp: new Date(0) },
        { SpotPrice: '0.03', AvailabilityZone: undefined },
      ],
      NextToken: undefined,
    };
    expect(writeXmlMembers(struct(DescribeSpotPriceHistory$[5]), output)).toBe(
      '<spotPriceHistorySet>' +
        '<item><instanceType>m5.large</instanceType><timestamp>1970-01-01T00:00:00.000Z</timestamp></item>' +
        '<item><spotPrice>0.03</spotPrice></item>' +
        '</spotPriceHistorySet>',
    );
  });

  it('escapes special characters', () => {
    expect(escapeXml('<a href="x">&amp;\r\n</a>')).toBe(
      '&lt;a href=&quot;x&quot;&gt;&amp;amp;&#13;\n&lt;/a&gt;',
    );
    expect(escapeXml('bell\u0007 and nul\u0000')).toBe('bell\ufffd and nul\ufffd');
  });

  it('treats an output that violates its schema as a bug', () => {
    const shape = struct(DescribeInstances$[5]);
    expect(() => writeXmlMembers(shape, { Reservations: {} })).toThrow(InvariantViolation);
    expect(() => writeXmlMembers(shape, null)).toThrow(InvariantViolation);
  });
});
