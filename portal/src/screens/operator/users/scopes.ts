import { words as w } from 'words:users'

/** Operator scopes in the order of the screens. */
export const operatorScopes = [
  'platform.admin',
  'tenants.read',
  'catalogue.manage',
  'runs.manage',
  'printers.manage',
] as const
type Scope = (typeof operatorScopes)[number]
/** Message key of a scope: an underscore replaces the dot. */
type KeyOf<Name extends string> = Name extends `${infer What}.${infer Deed}` ? `${What}_${Deed}` : never

/** Describes a scope; returns an unknown one unchanged. */
export const scopeName = (scope: string): string =>
  w().scopeWords[scope.replace('.', '_') as KeyOf<Scope>] ?? scope
