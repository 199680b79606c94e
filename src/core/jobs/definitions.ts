import type { JobDefinition } from './registry.ts'

/** Every job of the core, feature by feature. */
export const jobDefinitions: readonly JobDefinition[] = []
