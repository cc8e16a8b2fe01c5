import { err, ok, type Result } from '@kerf/core';
import { validateLabelValue, validateQualifiedName } from '../resources/names.js';
import type { Requirement } from './label-selector.js';

const tokenPattern = /\s*(==|!=|=|!|\(|\)|,|>|<|[^\s=!(),<>]+)/y;

/** Parses a label selector of a query: `app=web,tier in (a,b),!legacy`. */
export function parseLabelSelector(text: string): Result<readonly Requirement[], string> {
  const tokens = [...tokenize(text)];
  const requirements: Requirement[] = [];
  while (tokens.length > 0) {
    const requirement = parseRequirement(tokens);
    if (!requirement.ok) return err(`unable to parse requirement: ${requirement.error}`);
    requirements.push(requirement.value);
    const separator = tokens.shift();
    if (separator !== undefined && separator !== ',') {
      return err(
        `unable to parse requirement: found '${separator}', expected: ',' or 'end of string'`,
      );
    }
    if (separator !== undefined && tokens.length === 0) {
      return err("found '', expected: identifier after ','");
    }
  }
  return ok(requirements);
}

function tokenize(text: string): readonly string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  for (let match = tokenPattern.exec(text); match !== null; match = tokenPattern.exec(text)) {
    if (match[1] !== undefined) tokens.push(match[1]);
  }
  return tokens;
}

const words = new Map<string, Requirement['operator']>([
  ['=', 'In'],
  ['==', 'In'],
  ['in', 'In'],
  ['!=', 'NotIn'],
  ['notin', 'NotIn'],
  ['>', 'Gt'],
  ['gt', 'Gt'],
  ['<', 'Lt'],
  ['lt', 'Lt'],
]);

function parseRequirement(tokens: string[]): Result<Requirement, string> {
  const first = tokens.shift() ?? '';
  const isNegated = first === '!';
  const key = isNegated ? (tokens.shift() ?? '') : first;
  const wrongKey = validateQualifiedName(key);
  if (wrongKey !== null) return err(`<nil>: Invalid value: ${JSON.stringify(key)}: ${wrongKey}`);
  if (isNegated) return ok({ key, operator: 'DoesNotExist', values: [] });
  if (tokens.length === 0 || tokens[0] === ',') return ok({ key, operator: 'Exists', values: [] });
  const word = tokens.shift() ?? '';
  const operator = words.get(word);
  if (operator === undefined) {
    return err(`found '${word}', expected: in, notin, =, ==, !=, gt, lt`);
  }
  const values = word === 'in' || word === 'notin' ? parseList(tokens) : parseOne(tokens);
  return values.ok ? checkValues({ key, operator, values: values.value }) : values;
}

function parseOne(tokens: string[]): Result<readonly string[], string> {
  const isEmpty = tokens.length === 0 || tokens[0] === ',';
  return ok([isEmpty ? '' : (tokens.shift() ?? '')]);
}

function parseList(tokens: string[]): Result<readonly string[], string> {
  const open = tokens.shift() ?? '';
  if (open !== '(') return err(`found '${open}' expected: '('`);
  const values: string[] = [];
  for (let token = tokens.shift(); token !== ')'; token = tokens.shift()) {
    if (token === undefined) return err("found '', expected: ',' or ')'");
    if (token !== ',') values.push(token);
  }
  // An empty list is the list of the empty value.
  return ok(values.length === 0 ? [''] : values);
}

function checkValues(requirement: Requirement): Result<Requirement, string> {
  const { key, operator, values } = requirement;
  const isNumeric = operator === 'Gt' || operator === 'Lt';
  if (isNumeric && !values.every((value) => /^-?\d+$/.test(value))) {
    return err(
      `values[0]: Invalid value: ${JSON.stringify(values[0])}: for 'Gt', 'Lt' operators, the value must be an integer`,
    );
  }
  const wrong = values.map(validateLabelValue).find((problem) => problem !== null);
  return wrong === undefined
    ? ok(requirement)
    : err(`values[0][${key}]: Invalid value: ${JSON.stringify(values[0])}: ${wrong}`);
}
