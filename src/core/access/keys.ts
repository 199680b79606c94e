import * as v from 'valibot'
import { type ParameterError, problem, validationFailed } from '../errors.ts'
import { everyone } from '../ports/store.ts'
import type { Services } from '../services.ts'
import { parse } from '../validate.ts'
import { hashOfKey } from './authenticate.ts'
import { allScopes, operatorScopes, organisationScopes, type Scope } from './scopes.ts'
import type { ApiKeyRow } from './store.ts'

const keyInput = v.strictObject({
  organisationId: v.pipe(v.string(), v.maxLength(40)),
  mode: v.picklist(['live', 'test']),
  /** `all`, or names; operator scopes only by name (DESIGN 5, "Modes"). */
  scopes: v.union([v.literal(allScopes), v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(50))]),
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))),
})
export type NewKey = v.InferInput<typeof keyInput>

/** A key when it is made: the only time that its text is shown. */
export interface CreatedKey {
  id: string
  key: string
  mode: ApiKeyRow['mode']
  scopes: string[]
}

/** Makes a key `svc_live_…` or `svc_test_…`. Throws 404 for an unknown organisation, 422 for an unknown scope. */
export const createKey = async (services: Services, input: NewKey): Promise<CreatedKey> => {
  const { organisationId, mode, scopes, name } = parse(keyInput, input, 'body')
  const named = scopes === allScopes ? [allScopes] : [...new Set(scopes)]
  refuseUnknown(named)
  const beginning = `${services.config.keyPrefix}_${mode}_`
  const key = services.ids.secret(beginning)
  const row: ApiKeyRow = {
    id: services.ids.next('key'),
    organisationId,
    mode,
    name: name ?? `${mode} key`,
    prefix: key.slice(0, beginning.length + 4),
    hash: hashOfKey(services, key),
    scopes: named,
    createdAt: services.clock.now(),
    revokedAt: null,
  }
  await services.store.write(async (rows) => {
    if (!(await rows.organisations.get(everyone, organisationId))) throw noOrganisation(organisationId)
    await rows.apiKeys.insert(row)
  })
  return { id: row.id, key, mode, scopes: scopesOf(row) }
}

/** Takes a key out of use, for good; revoking again changes nothing. Throws 404 for an unknown id. */
export const revokeKey = (services: Services, id: string): Promise<ApiKeyRow> =>
  services.store.write(async (rows) => {
    const key = await rows.apiKeys.get(everyone, id)
    if (!key) throw problem('not_found', `There is no API key ${id}.`)
    if (key.revokedAt !== null) return key
    const revokedAt = services.clock.now()
    await rows.apiKeys.update(everyone, id, { revokedAt })
    return { ...key, revokedAt }
  })

/** An organisation's keys, oldest first, revoked ones too. Throws 404 for an unknown organisation. */
export const listKeys = (services: Services, organisationId: string): Promise<ApiKeyRow[]> =>
  services.store.read(async (rows) => {
    if (!(await rows.organisations.get(everyone, organisationId))) throw noOrganisation(organisationId)
    return rows.apiKeys.find({ organisationId }, [])
  })

/** What a key may do: `all` is every organisation scope there is today. */
export const scopesOf = (key: Pick<ApiKeyRow, 'scopes'>): string[] =>
  key.scopes.includes(allScopes)
    ? [...new Set([...organisationScopes, ...key.scopes.filter((scope) => scope !== allScopes)])]
    : key.scopes

const noOrganisation = (id: string) => problem('not_found', `There is no organisation ${id}.`)

const refuseUnknown = (scopes: readonly string[]): void => {
  const known: readonly string[] = [...organisationScopes, ...operatorScopes, allScopes] satisfies (
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
            code: 'unknown',
            message: `There is no scope ${scope}.`,
          },
        ],
  )
  if (errors.length > 0) throw validationFailed(errors)
}
