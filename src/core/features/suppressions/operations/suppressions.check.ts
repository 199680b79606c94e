import { addressKey } from '../../../address/index.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { suppressionToWire } from '../entry.ts'
import { entriesFor, matchedBy, matching } from '../match.ts'
import { checkInput, checkOutput } from '../schema.ts'

export const checkSuppression = defineOperation({
  id: 'suppressions.check',
  method: 'POST',
  path: '/suppressions/check',
  summary: 'Ask whether mail to a recipient would be suppressed, and by which entries',
  description:
    'Nothing is written. What is not said of the recipient cannot match: without a name, no name does. ' +
    'Live entries suppress in test mode too; a test key is not shown them in `matches`.',
  permission: 'items.read',
  effect: 'read',
  body: checkInput,
  output: checkOutput,
  async handler({ rows, scope, caller }, { body }) {
    const entries = matching(await entriesFor(rows, scope, [body]), body)
    // A test key learns that live entries suppress, and not whom they are about.
    const shown = caller.kind === 'user' ? entries : entries.filter(({ mode }) => mode === scope.mode)
    return {
      suppressed: entries.length > 0,
      addressKey: addressKey(body.recipient),
      matches: shown.map((entry) => ({ entry: suppressionToWire(entry), matchedBy: matchedBy(entry) })),
    }
  },
})
