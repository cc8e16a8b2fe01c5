import type { DynamicModule } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';
import { createOpenApi } from './openapi.js';
import { routesOf } from './route-table.js';

/** Returns the OpenAPI document of a module and its imports, without starting them. */
export function openApiOfModule(root: DynamicModule): Record<string, unknown> {
  const scanner = new MetadataScanner();
  const controllers = [...controllersOf(root, new Set())];
  return createOpenApi(controllers.flatMap((controller) => routesOf(controller, scanner)));
}

function* controllersOf(module: unknown, seen: Set<unknown>): Generator {
  if (seen.has(module)) return;
  seen.add(module);
  const type = isDynamic(module) ? module.module : module;
  yield* membersOf(module, type, MODULE_METADATA.CONTROLLERS);
  for (const imported of membersOf(module, type, MODULE_METADATA.IMPORTS)) {
    yield* controllersOf(imported, seen);
  }
}

/** Returns the members that the decorator of a module and its dynamic form declare. */
function membersOf(module: unknown, type: unknown, name: string): readonly unknown[] {
  const declared: unknown =
    typeof type === 'function' ? Reflect.getMetadata(name, type) : undefined;
  const dynamic: unknown = isDynamic(module) ? Reflect.get(module, name) : undefined;
  return [declared, dynamic].flatMap((list) => (Array.isArray(list) ? list : []));
}

function isDynamic(module: unknown): module is { readonly module: unknown } {
  return typeof module === 'object' && module !== null && 'module' in module;
}
