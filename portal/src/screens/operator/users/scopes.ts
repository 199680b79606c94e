import { words as w } from 'words:users'
import type { KeyOf } from '../../organisation/permissions.ts'

/** Operator scopes in the order of the screens. */
export const operatorScopes = [
  'platform.admin',
  'tenants.read',
  'catalogue.manage',
  'runs.manage',
  'printers.manage',
] as const
type Scope = (typeof operatorScopes)[number]

/** Describes a scope; returns an unknown one unchanged. */
export const scopeName = (scope: string): string =>
  w().scopeWords[scope.replace('.', '_') as KeyOf<Scope>] ?? scope
