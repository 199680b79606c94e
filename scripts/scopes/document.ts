import { scopeDescriptions } from '../../src/core/engine/access/permissions.ts'
import type { Operation } from '../../src/core/engine/operation.ts'
import { alsoNeeded, filesBeyondReading, recipientsBeyondReading } from './answers.ts'
import { type Held, type OpenApi, operationsOf } from './held.ts'
import { workThatAsks, workThatWasDecided } from './work.ts'

const audiences = { any: '', portal: 'portal', user: 'operators', test: 'test mode' } as const

const held = ({ recipients, emails, files }: Held, id: string, { shownOnce }: Operation): string =>
  [
    ...(recipients ? [recipientsBeyondReading[id] ?? 'recipients'] : []),
    ...(emails ? ['e-mail addresses of users'] : []),
    ...(files.length > 0 ? [filesBeyondReading[id] ?? 'a file'] : []),
    ...(shownOnce ? ['a secret, shown once'] : []),
  ].join('; ')

const rowOf = (operation: Operation, answer: Held): string => {
  const { id, effect, method, impliedBy, audience = 'any' } = operation
  const does = effect === 'read' || method === 'GET' ? 'reads' : 'changes'
  const who = audiences[audience as keyof typeof audiences] ?? audience
  const also = [alsoNeeded[id], impliedBy && `or \`${impliedBy}\` instead`].filter(Boolean).join('; ')
  return `| \`${id}\` | ${[does, who].filter(Boolean).join(', ')} | ${also} | ${held(answer, id, operation)} |`
}

const table = (operations: readonly Operation[], answers: ReadonlyMap<string, Held>): string[] => [
  '| Operation | Effect | Also needs | The response contains |',
  '|---|---|---|---|',
  ...operations
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((operation) => rowOf(operation, answers.get(operation.id)!)),
  '',
]

const work = (rows: Readonly<Record<string, string>>): string[] =>
  Object.entries(rows).map(([kind, what]) => `| \`${kind}\` | ${what} |`)

/** Lines of at most 110 characters. */
const wrapped = (text: string): string[] => text.match(/.{1,110}(?:\s|$)/g)!.map((line) => line.trimEnd())

/** The text of docs/scopes.md. */
export const scopesDocument = (operations: readonly Operation[], openApi: OpenApi): string => {
  const answers = operationsOf(openApi)
  const known = operations.filter(({ id }) => answers.has(id))
  const having = (scope: string) => known.filter(({ permission }) => permission === scope)
  return [
    '# Scopes',
    '',
    'A key or member with only the scope of a section can call its operations and those of',
    '[every caller](#every-caller), in its own organisation and mode:',
    '',
    '```',
    'curl https://mail.example/v1/items -H "Authorization: Bearer svc_test_…"    # items.list needs items.read',
    '```',
    '',
    'Without the scope, the response is 403 `insufficient_scope`. Operator scopes reach every organisation if',
    '`GET /v1/meta/scopes` says so. Operations marked *portal* accept no keys; those marked *operators* are for',
    'users of the portal only.',
    '',
    'An operation that changes something returns the changed object. It contains recipients and letters only with',
    '`items.read` ([changes without reading](design/api-keys-and-scopes.md#changes-without-reading)).',
    '',
    '`npm run generate` writes this page from the declared operations (`scripts/scopes`).',
    '',
    ...Object.entries(scopeDescriptions).flatMap(([scope, description]) => [
      `## \`${scope}\``,
      '',
      ...wrapped(`${description}.`),
      '',
      ...(having(scope).length > 0
        ? table(having(scope), answers)
        : ['Allows reading operations of organisations that the user is not a member of.', '']),
    ]),
    '## Every caller',
    '',
    'Any valid key or session. Responses contain only what the caller may read.',
    '',
    ...table(having('authenticated'), answers),
    '## Without authentication',
    '',
    'No key or session is needed. Links, codes and addresses in the request take their place.',
    '',
    ...table(having('public'), answers),
    '## After a scope is removed',
    '',
    'Revoked keys and disabled or removed users are refused from the next request on, and their live streams close',
    'within a second. Jobs that work for a caller check the scope before each chunk ([background',
    'work](design/api-keys-and-scopes.md#background-work)):',
    '',
    '| Job | If the caller has lost the scope |',
    '|---|---|',
    ...work(workThatAsks),
    '',
    'Jobs that carry out an earlier decision are completed:',
    '',
    '| Job | Why |',
    '|---|---|',
    ...work(workThatWasDecided),
    '',
    '- Webhook endpoints belong to the organisation and continue. Any caller with `webhooks.manage` can delete',
    '  them.',
    '- Connectors stop when their creator loses the permission ([creators and their',
    '  rights](design/connectors.md#a-connector-acts-for-its-maker)).',
    '- Keys that a user created for the organisation continue. Operator scopes of a key end with those of its',
    '  creator.',
    '- Events contain ids, statuses and numbers, but no recipients. `balance.low` and `spending_cap.reached`',
    '  contain amounts, which `events.read` and `webhooks.manage` show without `billing.read`.',
    '- Signed URLs of previews end with the permission of their caller. Those of images and fonts of templates',
    '  work until they expire.',
    '- A support ticket stays visible to the members of the organisation.',
    '',
  ].join('\n')
}
