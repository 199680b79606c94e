import type { Registry } from '../../core/registry.ts'
export const createOpenApi = (_registry: Registry): Record<string, unknown> => ({ openapi: '3.1.0' })
