import { scopeDescriptions } from '../../src/core/engine/access/permissions.ts'
import type { Operation } from '../../src/core/engine/operation.ts'

/**
 * Reasons why a response may contain a recipient although the operation's scope is not `items.read`.
 * `test/scopes-document.test.ts` finds every such operation.
 */
export const recipientsBeyondReading: Readonly<Record<string, string>> = {
  'developers.simulate': 'the state; with `items.read`, the whole item',
  'items.approve': 'the state; with `items.read`, the whole item',
  'items.cancel': 'the state; with `items.read`, the whole item',
  'items.create': 'the content of the call; with `items.read`, also the suppression and the duplicate',
  'items.createBulk': 'as `items.create`',
  'items.erase': 'the state; with `items.read`, the whole item',
  'items.patch': 'the state; with `items.read`, the whole item',
  'items.reject': 'the state; with `items.read`, the whole item',
  'items.reprint': 'the state; with `items.read`, the whole item',
  'postbatches.addItems': 'as `items.create`',
  'runs.checkRemake': 'names on the pieces, for printing',
  'runs.platformReturned': 'names on returned pieces, for printing',
  'runs.returned': 'names on returned pieces, for printing',
  'suppressions.assignMode': 'the country; with `items.read`, the whole entry',
  'suppressions.create': 'the content of the call, and the time since which the entry exists',
  'suppressions.patch': 'the country; with `items.read`, the whole entry',
  'suppressions.testEntries': 'recipients',
  'templates.preview': 'a sample recipient',
}

/** Content of the files that operations with a scope other than `items.read` return. */
export const filesBeyondReading: Readonly<Record<string, string>> = {
  'renders.file': 'a preview of a template; with `items.read`, the letter of an item',
  'runs.officePdf': 'letters, for printing',
  'runs.package': 'letters, for printing',
  'runs.remakeOfficePdf': 'letters, for printing',
  'runs.remakePackage': 'letters, for printing',
  'templates.paper': 'a template with a sample recipient',
  'products.guide': 'sizes and zones of a product',
  'templateLibrary.paper': 'a design with a sample recipient',
  'invoices.pdf': 'an invoice',
  'invoices.ubl': 'an invoice',
}

/** Scopes that a handler requires in addition, and when. */
export const alsoNeeded: Readonly<Record<string, string>> = {
  'exports.create': '`billing.read` for ledger and invoices, `events.read` for events',
  'exports.file': '`billing.read` for ledger and invoices, `events.read` for events',
  'exports.remove': '`organisation.manage` for exports of others',
  'integrations.adopt': '`postflows.write` and `items.write`',
  'integrations.create': '`items.write`',
  'integrations.patch': '`items.write`, unless the change only stops it',
  'integrations.rotateSecret': '`items.write`',
  'itemActions.create':
    '`items.write` to cancel and reprint, `runs.manage` to reprint free of charge, `items.read` to filter by recipients',
  'itemActions.restart': '`items.write` to cancel and reprint, `runs.manage` to reprint free of charge',
  'renders.create': '`items.read` for an item',
  'renders.file': '`items.read` for an item',
  'renders.get': '`items.read` for an item',
  'suppressions.testEntries': '`items.read`',
}

/** Personal data and files that an operation's responses may contain, by their schemas. */
interface Held {
  recipients: boolean
  emails: boolean
  /** Media types of responses other than JSON. */
  files: readonly string[]
}

type Json = Readonly<Record<string, unknown>>
interface OpenApi {
  paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  components: { schemas: Readonly<Record<string, Json>> }
}

const recipientFields = new Set(['recipient', 'recipientName', 'recipients'])

/** Returns, by operation id, what the responses of each operation may contain. */
export const operationsOf = ({ paths, components: { schemas } }: OpenApi): ReadonlyMap<string, Held> =>
  new Map(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ operationId }) => operationId !== undefined)
      .map((operation) => [String(operation.operationId), heldBy(operation, schemas)]),
  )

const heldBy = ({ responses }: Json, schemas: OpenApi['components']['schemas']): Held => {
  const names = new Set<string>()
  const files = new Set<string>()
  for (const [status, response] of Object.entries(responses as Record<string, Json>)) {
    if (!status.startsWith('2')) continue
    for (const [type, content] of Object.entries((response.content ?? {}) as Record<string, Json>)) {
      if (type.includes('json')) collect(content.schema, { schemas, names, seen: new Set() })
      else files.add(type)
    }
  }
  const recipients = [...names].some((name) => recipientFields.has(name))
  return { recipients, emails: names.has('email'), files: [...files] }
}

interface Walk {
  schemas: OpenApi['components']['schemas']
  names: Set<string>
  seen: Set<string>
}

/** Collects the names of all fields of a schema. */
const collect = (schema: unknown, walk: Walk): void => {
  if (typeof schema !== 'object' || schema === null) return
  if (Array.isArray(schema)) {
    for (const one of schema) collect(one, walk)
    return
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$ref') {
      const name = String(value).slice(String(value).lastIndexOf('/') + 1)
      if (walk.seen.has(name)) continue
      walk.seen.add(name)
      collect(walk.schemas[name], walk)
    } else if (keyword === 'properties') {
      for (const [field, inner] of Object.entries(value as Json)) {
        walk.names.add(field)
        collect(inner, walk)
      }
    } else if (typeof value === 'object') collect(value, walk)
  }
}

/** Jobs that check before each chunk whether their caller still has the scope, and what happens if not. */
export const jobsThatCheck: Readonly<Record<string, string>> = {
  'exports.write': 'the export is FAILED and its file removed',
  'exports.writeWorkbook': 'the export is FAILED and its file removed',
  'imports.process': 'the import is FAILED; rows that became items stay',
  'imports.takeRows': 'the import is FAILED; rows that became items stay',
  'integrations.makeStored': 'the connector stops; payloads wait for seven days',
  'itemActions.carryOut': 'the action is REFUSED; completed items stay as they are',
  'itemActions.gather': 'the action is REFUSED; nothing was done',
  'postbatches.copyItems': 'the copy is stopped; copied items stay in the draft',
  'postbatches.correctSalutations': 'the rest keeps its salutations',
  'runs.remake': 'the remake is FAILED, unless the hand-over has begun',
  'suppressions.import': 'the import is FAILED; entries stay',
  'suppressions.takeRows': 'the import is FAILED; entries stay',
  'webhooks.replayMissed': 'the job is FAILED; sent deliveries are not undone',
  'webhooks.replaySince': 'the job is FAILED; sent deliveries are not undone',
  'webhooks.retryNow': 'the job is FAILED; sent deliveries are not undone',
}

/** Jobs that complete a caller's decision even after the caller lost the scope. */
export const decidedJobs: Readonly<Record<string, string>> = {
  'developers.advanceTestClock': 'the test clock moves to the requested time',
  'postbatches.moveItems': 'items follow the approval or cancellation of their Postbatch',
  'postbatches.validate': 'validation prints and sends nothing',
  'postflows.moveItems': 'items follow the pause or resumption of their Postflow',
  'privacy.deleteTestData': 'the deletion is completed',
  'privacy.erase': 'the erasure is completed',
  'renders.render': 'the preview is drawn; opening it checks the caller',
  'runs.cutoff': 'a closed run is printed',
  'runs.handOver': 'a closed run is printed',
  'runs.moveItems': 'items follow their run',
  'runs.offerToCarrier': 'a printed run is offered to the carrier',
  'runs.render': 'a closed run is printed',
}

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

/** Splits text into lines of at most 110 characters. */
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
    'Any valid key or session. Responses contain only data that the caller may read.',
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
    ...work(jobsThatCheck),
    '',
    'Jobs that carry out an earlier decision are completed:',
    '',
    '| Job | Why |',
    '|---|---|',
    ...work(decidedJobs),
    '',
    '- Webhook endpoints belong to the organisation and continue. Any caller with `webhooks.manage` can delete',
    '  them.',
    '- Connectors stop when their creator loses the permission ([creators and their',
    '  rights](design/imports.md#a-connector-acts-for-its-maker)).',
    '- Keys that a user created for the organisation continue. Operator scopes of a key end with those of its',
    '  creator.',
    '- Events contain ids, statuses and numbers, but no recipients. `balance.low` and `spending_cap.reached`',
    '  contain amounts, which `events.read` and `webhooks.manage` show without `billing.read`.',
    '- Postbatches show `costCents` with `billing.read` only. Quotes and items show prices with `items.read`.',
    '- Signed URLs of previews end with the permission of their caller. Those of images and fonts of templates',
    '  work until they expire.',
    '- A support ticket stays visible to the members of the organisation.',
    '',
  ].join('\n')
}
