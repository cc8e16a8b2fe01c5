import { BadRequestException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** No input has as many levels. Code that compares or prints a body recurses once per level. */
const maxLevels = 100;

/** Refuses JSON that is nested so deeply that a function that recurses would exhaust the stack. */
export function refuseDeepBody({ body }: Request, _response: Response, next: NextFunction): void {
  if (!isDeeperThan(maxLevels, body)) {
    next();
    return;
  }
  next(new BadRequestException(`The body is nested more than ${maxLevels} levels deep.`));
}

/** Not recursive, one level after the other. */
function isDeeperThan(levels: number, body: unknown): boolean {
  let inner = [body].filter(isObject);
  for (let level = 0; inner.length > 0; level += 1) {
    if (level >= levels) return true;
    inner = inner.flatMap((value) => Object.values(value).filter(isObject));
  }
  return false;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
