import * as v from 'valibot'
import { markRevoked } from '../../engine/access/authority.ts'
import {
  allScopes,
  isOperatorScope,
  operatorScopesOfKeys,
  organisationScopes,
  type Scope,
  scopesOf,
} from '../../engine/access/permissions.ts'
import { operatorActor } from '../../engine/audit/changes.ts'
import { hashOfKey } from '../../engine/caller.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import { parse } from '../../engine/validate.ts'
import { invalid, type ParameterError, problem, validationFailed } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { shortened } from '../../kernel/text.ts'
import { dayMs } from '../../kernel/time.ts'
import type { ApiKeyRow } from '../../model/api-keys.ts'
import { everyone } from '../../ports/store.ts'
import { keyProblems, keySentences } from './sentences.ts'

/** In days, for keys from the command line. */
export const maxKeyDays = 90

const keyInput = v.strictObject({
  organisationId: v.pipe(v.string(), v.maxLength(40)),
  mode: v.picklist(['live', 'test']),
  /** `all`, or names; operator scopes only by name (docs/api-rules.md#scopes). */
  scopes: v.union([v.literal(allScopes), v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(50))]),
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))),
  /** Required with an operator scope: there is no user whose loss of permission would end the key. */
  expiresInDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxKeyDays))),
})
/** The name is `live key` or `test key` by default. */
export type NewKey = v.InferInput<typeof keyInput>

/** A new key. Its text `key` is shown only once. */
export interface CreatedKey {
  id: string
  key: string
  mode: Mode
  scopes: string[]
  /** In ms of real time. */
  expiresAt: number | null
}

/**
 * Creates a key `svc_live_…` or `svc_test_…`. Throws 404 for an unknown organisation, 422 for an unknown
 * scope and for an operator scope without `expiresInDays`.
 */
export const createKey = async (services: Services, input: NewKey): Promise<CreatedKey> => {
  const { organisationId, mode, name, expiresInDays, ...given } = parse(keyInput, input, 'body')
  const scopes = namedScopes(given.scopes)
  if (expiresInDays === undefined && scopes.some(isOperatorScope)) {
    throw invalid('expiresInDays', keySentences.sentence('required.expiry', { limit: maxKeyDays }))
  }
  const expiresAt = expiresInDays === undefined ? null : services.clock.now() + expiresInDays * dayMs
  const { row, key } = newKey(services, { organisationId, mode, scopes, name, expiresAt })
  await transact(
    services,
    async ({ rows }) => {
      if (!(await rows.organisations.get(everyone, organisationId))) throw noOrganisation(organisationId)
      await rows.apiKeys.insert(row)
    },
    operatorActor,
  )
  return { id: row.id, key, mode, scopes: scopesOf(row), expiresAt }
}

/** Removes duplicates. Throws 422 for unknown scopes. */
export const namedScopes = (scopes: typeof allScopes | readonly string[]): string[] => {
  const named = scopes === allScopes ? [allScopes] : [...new Set(scopes)]
  refuseUnknown(named)
  return named
}

/** Creates a key. The row does not contain its text. */
export const newKey = (
  services: Services,
  input: Pick<ApiKeyRow, 'organisationId' | 'mode' | 'scopes'> & {
    name?: string | undefined
    createdById?: string
    expiresAt?: number | null
    /** The line of rotated keys that it continues. */
    lineId?: string
    spendingCapCents?: number | null
  },
): { row: ApiKeyRow; key: string } => {
  const { organisationId, mode, scopes, name = `${mode} key`, createdById = null, expiresAt = null } = input
  const beginning = `${services.config.keyPrefix}_${mode}_`
  const key = services.ids.secret(beginning)
  const id = services.ids.next('key')
  const row: ApiKeyRow = {
    id,
    lineId: input.lineId ?? id,
    organisationId,
    mode,
    name,
    prefix: key.slice(0, beginning.length + 4),
    hash: hashOfKey(services, key),
    scopes,
    createdById,
    createdAt: services.clock.now(),
    expiresAt,
    revokedAt: null,
    spendingCapCents: input.spendingCapCents ?? null,
  }
  return { row, key }
}

/** Revokes a key; a revoked key does not change. Throws 404 for an unknown id. */
export const revokeKey = (services: Services, id: string): Promise<ApiKeyRow> =>
  transact(
    services,
    async ({ rows }) => {
      const key = await rows.apiKeys.get(everyone, id)
      if (!key) throw problem(keyProblems.sentence('not_found.key', { id }))
      return markRevoked(services, rows, key)
    },
    operatorActor,
  )

/** Returns the keys, the oldest first, including revoked ones. Throws 404 for an unknown organisation. */
export const listKeys = (services: Services, organisationId: string): Promise<ApiKeyRow[]> =>
  services.store.read(async (rows) => {
    if (!(await rows.organisations.get(everyone, organisationId))) throw noOrganisation(organisationId)
    return rows.apiKeys.find({ organisationId }, {})
  })

const noOrganisation = (id: string) => problem(keyProblems.sentence('not_found.organisation', { id }))

const refuseUnknown = (scopes: readonly string[]): void => {
  const known: readonly string[] = [...organisationScopes, ...operatorScopesOfKeys, allScopes] satisfies (
    | Scope
    | typeof allScopes
  )[]
  const errors: ParameterError[] = scopes.flatMap((scope, index) =>
    known.includes(scope)
      ? []
      : [
          {
            parameter: `scopes[${index}]`,
            location: 'body' as const,
            ...keySentences.sentence('unknown.scope', { scope: shortened(scope) }),
          },
        ],
  )
  if (errors.length > 0) throw validationFailed(errors)
}
