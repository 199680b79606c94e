import { problem } from '../../kernel/errors.ts'
import { noClient } from '../caller.ts'
import type { Operation } from '../operation.ts'
import type { CallRequest } from '../request.ts'
import type { Authenticated } from './known.ts'
import { allows, isOperatorScope } from './scopes.ts'

/**
 * Checks audience, permission and suspension, in this order, before the input is validated. Throws 403 or
 * 404.
 */
export const authorise = (request: CallRequest, who: Authenticated): void => {
  const { operation } = request
  if (who.caller.kind === 'user') admitUser(request, who)
  else admitKey(request, who)
  const { permission, impliedBy, audience } = operation
  const { caller, organisation, mode } = who
  const writes = isWriting(operation)
  if (audience === 'test' && mode !== 'test') {
    throw problem(
      'insufficient_scope',
      caller.kind === 'key'
        ? 'This operation works with a test key only.'
        : 'This operation works in test mode only: send X-Mode: test.',
    )
  }
  if (permission !== 'authenticated' && !allows(caller.scopes, operation)) {
    const needed = impliedBy ? `${permission} or ${impliedBy}` : permission
    throw problem(
      'insufficient_scope',
      caller.kind === 'key'
        ? `This operation needs the scope ${needed}, which the key does not have.`
        : `This operation needs the permission ${needed}, which your roles do not give you.`,
    )
  }
  if (caller.kind === 'key' && operation.shared && writes && mode === 'test') {
    throw problem(
      'insufficient_scope',
      'With a test key this resource is read-only: live and test mode share it.',
    )
  }
  if (organisation?.status === 'SUSPENDED' && stopsWhileSuspended(operation)) {
    throw problem(
      'organisation_suspended',
      'The organisation is suspended. Reads still work; ask the operator of this server.',
    )
  }
}

/** A `process` that is a GET, such as a download, only reads. */
const isWriting = ({ effect, method }: Operation): boolean =>
  effect === 'write' || (effect === 'process' && method !== 'GET')

/**
 * Whether a suspended organisation is refused the operation: every write except a user's own and those of
 * operators, who may have to put things right.
 */
export const stopsWhileSuspended = (operation: Operation): boolean =>
  isWriting(operation) && operation.audience !== 'user' && !isOperatorScope(operation.permission)

const admitKey = ({ operation, headers }: CallRequest, { organisation, mode }: Authenticated): void => {
  if (operation.audience === 'portal' || operation.audience === 'user') {
    throw problem('not_found', 'There is no such resource.')
  }
  if (headers.organisationId !== undefined && headers.organisationId !== organisation?.id) {
    throw problem(
      'insufficient_scope',
      'A key serves its own organisation only; X-Organisation-Id names another.',
    )
  }
  if (headers.mode !== undefined && headers.mode !== mode) {
    throw problem('insufficient_scope', `This is a ${mode} key; X-Mode names another mode.`)
  }
}

/**
 * A browser sends the cookie with requests of any site, so a write must come from a page of ours (decision
 * 60).
 */
const admitUser = (
  { operation, client = noClient }: CallRequest,
  { refusal, confined }: Authenticated,
): void => {
  if (operation.method !== 'GET' && client.origin !== 'own') {
    throw problem(
      'cross_site_refused',
      client.origin === 'cross-site'
        ? 'The browser says that another site sent this request.'
        : 'A portal session writes with the header X-Csrf-Protection: 1 only.',
    )
  }
  if (confined && !operation.withoutSecondFactor) throw confined
  if (refusal && operation.audience !== 'user') throw refusal
}
