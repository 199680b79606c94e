import { notFound, problem } from '../../kernel/errors.ts'
import type { Authenticated } from '../caller.ts'
import { type Caller, noClient } from '../caller.ts'
import type { Operation } from '../operation.ts'
import type { CallRequest } from '../request.ts'
import { callProblems } from '../sentences.ts'
import { allows, isOperatorScope, type Scope } from './permissions.ts'

/**
 * Checks audience, permission and suspension, in this order, before validation. Throws 403 or 404, or the
 * session's own refusal.
 */
export const authorise = (request: CallRequest, who: Authenticated): void => {
  const { operation } = request
  if (who.caller.kind === 'user') admitUser(request, who)
  else admitKey(request, who)
  const { permission, impliedBy, audience } = operation
  const { caller, organisation, mode } = who
  const writes = isWriting(operation)
  if (audience === 'test' && mode !== 'test') {
    const key = caller.kind === 'key' ? 'insufficient_scope.test_key' : 'insufficient_scope.test_mode'
    throw problem(callProblems.sentence(key))
  }
  if (permission !== 'authenticated' && !allows(caller.scopes, operation)) {
    const needed = impliedBy ? `${permission} or ${impliedBy}` : permission
    const key = caller.kind === 'key' ? 'insufficient_scope.scope' : 'insufficient_scope.permission'
    throw problem(callProblems.sentence(key, { needed }))
  }
  if (who.isVisitor && writes && !mayAsVisitor(operation, caller.scopes)) {
    throw problem(callProblems.sentence('insufficient_scope.visitor'))
  }
  if (caller.kind === 'key' && operation.shared && writes && mode === 'test') {
    throw problem(callProblems.sentence('insufficient_scope.shared'))
  }
  if (organisation?.status === 'SUSPENDED' && stopsWhileSuspended(operation)) {
    throw problem(callProblems.sentence('organisation_suspended.reads_only'))
  }
}

/** Operators who aren't members need an operator scope to write, except about themselves. */
const mayAsVisitor = ({ audience, permission, impliedBy }: Operation, scopes: readonly string[]): boolean =>
  audience === 'user' ||
  !permission.endsWith('.read') ||
  (impliedBy !== undefined && isOperatorScope(impliedBy) && scopes.includes(impliedBy))

/** Checks a scope that the call needs besides its operation's. Throws 403. */
export const requireScope = ({ kind, scopes }: Pick<Caller, 'kind' | 'scopes'>, needed: Scope): void => {
  if (scopes.includes(needed)) return
  const key = kind === 'key' ? 'insufficient_scope.also_scope' : 'insufficient_scope.also_permission'
  throw problem(callProblems.sentence(key, { needed }))
}

/** A `process` with GET, such as a download, only reads. */
const isWriting = ({ effect, method }: Operation): boolean =>
  effect === 'write' || (effect === 'process' && method !== 'GET')

/** Suspension blocks every write except users' own and operators'. */
export const stopsWhileSuspended = (operation: Operation): boolean =>
  isWriting(operation) && operation.audience !== 'user' && !isOperatorScope(operation.permission)

const admitKey = ({ operation, headers }: CallRequest, { organisation, mode }: Authenticated): void => {
  if (operation.audience === 'portal' || operation.audience === 'user') {
    throw notFound('resource')
  }
  if (headers.organisationId !== undefined && headers.organisationId !== organisation?.id) {
    throw problem(callProblems.sentence('insufficient_scope.own_organisation'))
  }
  if (headers.mode !== undefined && headers.mode !== mode) {
    throw problem(callProblems.sentence('insufficient_scope.other_mode', { mode }))
  }
}

/** Browsers send cookies from any site, so writes must come from this origin (docs/design/users.md). */
const admitUser = (
  { operation, client = noClient }: CallRequest,
  { refusal, confined }: Authenticated,
): void => {
  if (operation.method !== 'GET' && client.origin !== 'own') {
    const isForeign = client.origin === 'cross-site'
    throw problem(callProblems.sentence(`cross_site_refused.${isForeign ? 'other_site' : 'no_header'}`))
  }
  if (confined && !operation.withoutSecondFactor) throw confined
  if (refusal && operation.audience !== 'user') throw refusal
}
