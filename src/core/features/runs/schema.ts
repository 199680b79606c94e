import * as v from 'valibot'
import { paramsSchema, sentenceOf, sentenceSchema, type Words } from '../../kernel/sentence-schema.ts'
import { dateTime, fields, integer, storable } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { callbackEvents, liveFindingCodes, type RunRow } from '../../model/runs.ts'
import { itemStatus, runStatus } from '../../model/wire-enums.ts'
import { proofFields } from '../people/sessions/sign-in.ts'
import { runLimits } from './limits.ts'
import { runReasons } from './sentences.ts'

const { say } = runReasons

/**
 * Why a run waits or failed, worded for customers. The text in the row is for operators: it may name folders
 * of the server and errors of its libraries. Only the reason of a cancelled run is written for customers.
 */
export const publicReason = ({
  reason,
  status,
  uncertain,
  findings,
}: Pick<RunRow, 'reason' | 'status' | 'uncertain' | 'findings'>): Words | null => {
  if (reason === null || status === 'CANCELLED') return reason
  if (findings.length > 0) return say('run_reason.findings')
  if (status === 'HANDED_TO_PRINTER') return say('run_reason.given_up')
  if (uncertain) return say('run_reason.uncertain')
  if (status === 'FAILED') return say('run_reason.failed')
  return status === 'RENDERED' || status === 'HANDING_OVER'
    ? say('run_reason.printer')
    : say('run_reason.rendering')
}

/** Beside a `reason` of the wire. */
export const reasonSentence = described(
  v.nullable(sentenceSchema),
  'The same as a sentence with its code; null where a person wrote the reason, or there is none.',
)

/** The reason as it goes over the wire, and the same as a sentence where no person wrote it. */
export const reasonToWire = (words: Words | null) => ({
  reason: typeof words === 'string' ? words : (words?.message ?? null),
  reasonSentence: sentenceOf(words),
})

const dateTimeOrNull = v.nullable(dateTime)

export const runSchema = namedObject(
  'Run',
  'A production run: the items of one organisation, specification and mode that close at one cutoff.',
  {
    id: described(v.string(), 'The run, `run_…`.'),
    status: described(runStatus, 'Where the run is now.'),
    isTest: fields.isTest,
    productId: fields.productId,
    productSpecificationId: fields.productSpecificationId,
    cutoffAt: described(
      dateTime,
      'When it closes to items, RFC 3339 in UTC; until then items can be cancelled.',
    ),
    itemCount: described(integer, 'How many items it holds.'),
    mailings: described(
      v.array(
        namedObject('RunMailing', 'A Postflow or Postbatch that items of a run are of.', {
          postflowId: described(v.nullable(v.string()), 'The Postflow, `pfl_…`; null for a Postbatch.'),
          postbatchId: described(v.nullable(v.string()), 'The Postbatch, `pbt_…`; null for a Postflow.'),
        }),
      ),
      'Whose items it holds, a hundred at most. Before it is rendered those that items joined from, also where all of them were taken out again.',
    ),
    parts: described(
      v.array(
        namedObject('RunPart', 'A PDF file of the package.', {
          name: described(v.string(), 'File name, e.g. `run_001.pdf`.'),
          bytes: described(integer, 'Size in bytes.'),
          pages: described(integer, 'How many pages it holds.'),
          items: described(integer, 'How many items it holds.'),
          sha256: described(v.string(), 'SHA-256 of the file, in hex.'),
          isOneSided: described(
            v.boolean(),
            'True if the backs of its sheets are known to be empty; the pages of the file count them all the same.',
          ),
        }),
      ),
      'The PDF files of its package, in order; empty before it is rendered.',
    ),
    partner: described(
      v.nullable(v.string()),
      'Who prints it: `folder`, `simulated`, …; null before the hand-over.',
    ),
    uncertain: described(
      v.boolean(),
      'True if it is not known whether the printer has it, or what of it is on paper after the printer gave it up: the run waits for an operator.',
    ),
    reason: described(
      v.nullable(v.string()),
      'Why it waits or failed, as a sentence; null if it does neither.',
    ),
    reasonSentence,
    findings: described(
      v.array(
        namedObject('RunFinding', 'What keeps a live run from being handed over.', {
          code: described(v.picklist(liveFindingCodes), 'What is missing, for programs.'),
          field: described(
            v.picklist(['baseUrl', 'trackingTargetUrl', 'returnAddressId']),
            'The setting that mends it: of the Postflow or Postbatch, or `baseUrl` of the server.',
          ),
          message: described(v.string(), 'What is wrong and what to do, as a sentence.'),
          params: paramsSchema,
          postflowId: described(
            v.nullable(v.string()),
            'The Postflow that it is about, `pfl_…`; null if it is about a Postbatch.',
          ),
          postbatchId: described(
            v.nullable(v.string()),
            'The Postbatch that it is about, `pbt_…`; null if it is about a Postflow.',
          ),
          templateVersionId: described(v.string(), 'The version of the template that is printed, `tv_…`.'),
        }),
      ),
      'What has to be mended before this live run is handed over; empty if nothing has.',
    ),
    cutoffReachedAt: described(dateTimeOrNull, 'When it closed, RFC 3339 in UTC; null until then.'),
    renderedAt: described(dateTimeOrNull, 'When its package was ready, RFC 3339 in UTC; null until then.'),
    handedToPrinterAt: described(
      dateTimeOrNull,
      'When the printer got it, RFC 3339 in UTC; null until then.',
    ),
    printedAt: described(
      dateTimeOrNull,
      'When the printer said that it is printed, RFC 3339 in UTC; null if it did not say.',
    ),
    handedToCarrierAt: described(
      dateTimeOrNull,
      'When the carrier got it, RFC 3339 in UTC; null until then.',
    ),
    completedAt: described(dateTimeOrNull, 'When it was completed, RFC 3339 in UTC; null until then.'),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
)
export type RunWire = v.InferOutput<typeof runSchema>

export const runParams = v.strictObject({ id: described(v.string(), 'The run, `run_…`.') })

export const reasonText = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(runLimits.reasonLength),
  storable,
)
export const pieceNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

export const excludeInput = namedStrictObject('RunExclude', 'Items to take out of a run.', {
  items: described(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.minLength(1), v.maxLength(runLimits.items)),
    'The items to take out, `itm_…`.',
  ),
  reason: described(reasonText, 'The reason, which the customer sees.'),
})

export const cancelInput = namedStrictObject('RunCancel', 'Why a run is cancelled.', {
  reason: described(reasonText, 'The reason, which the customer sees.'),
})

export const handOverInput = v.optional(
  namedStrictObject('RunHandOver', 'How a run is handed over.', {
    printed: described(
      v.optional(v.boolean()),
      'For an uncertain run: whether the printer has it, or has printed what it gave up. `true` for a rendered one: its package was printed elsewhere.',
    ),
  }),
  {},
)

export const callbackQuery = v.strictObject({
  token: described(
    v.pipe(v.string(), v.maxLength(200)),
    'The token of the callback address that came with the package.',
  ),
})

export const callbackInput = namedStrictObject('RunCallback', 'What a printer reports.', {
  event: described(
    v.picklist(callbackEvents),
    'What happened. `DAMAGED` is about the pieces in `sequences`; the others are about the whole run. `FAILED`: the printer took it and did not finish it, so that a person has to look.',
  ),
  sequences: described(
    v.optional(v.pipe(v.array(pieceNumber), v.minLength(1), v.maxLength(runLimits.items))),
    'Places in the package, counted from 1: of `DAMAGED` only, and needed there.',
  ),
  reason: described(v.optional(reasonText), 'Why, as a sentence.'),
})

export const callbackResult = namedObject('RunCallbackResult', 'What a printer is answered.', {
  runId: described(v.string(), 'The run, `run_…`.'),
  status: described(runStatus, 'Where the run is now.'),
})

export const runItemSchema = namedObject(
  'RunItem',
  'An item as the list of its run shows it; `items.get` has the rest.',
  {
    id: described(v.string(), 'The item, `itm_…`.'),
    status: described(v.string(), 'Where the item is now.'),
    postflowId: described(v.nullable(v.string()), 'Its Postflow, `pfl_…`; null for an item of a Postbatch.'),
    postbatchId: described(v.nullable(v.string()), 'Its Postbatch, `pbt_…`; null for an item of a Postflow.'),
    recipientName: described(v.string(), 'Name of the recipient.'),
    country: described(v.string(), 'Country of the recipient, two capital letters (ISO 3166-1 alpha-2).'),
    sequence: described(
      v.nullable(integer),
      'Place in the package, counted from 1; null before it is rendered.',
    ),
    reference: described(v.nullable(v.string()), 'The caller’s own reference; null if there is none.'),
    reprintOfItemId: described(
      v.nullable(v.string()),
      'The item that it prints again, `itm_…`; null if it is the first.',
    ),
    reprintedAsItemId: described(
      v.nullable(v.string()),
      'The item that prints it again, `itm_…`; null if none does.',
    ),
    reprintStatus: described(
      v.nullable(itemStatus),
      'Where the item is now that prints it again; null if none does.',
    ),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
)

export const choosePrinterInput = namedStrictObject('RunPrinter', 'Which printer a run goes to.', {
  printerId: described(
    v.nullable(v.pipe(v.string(), v.maxLength(40))),
    'The printer, `prn_…`; null leaves it to the rules.',
  ),
  ...proofFields,
})

export const platformRunSchema = namedObject('PlatformRun', 'A run, as operators see it.', {
  ...runSchema.entries,
  organisationId: described(v.string(), 'The organisation whose run it is, `org_…`.'),
  printerId: described(v.string(), 'The printer it goes to, `prn_…`.'),
  printerKey: described(v.string(), 'The key of that printer in files and rules.'),
  printerName: described(v.string(), 'What people call that printer.'),
  away: described(
    v.nullable(
      namedObject('PrinterAway', 'A printer that was away when it was to get a run.', {
        printerId: described(v.string(), 'That printer, `prn_…`.'),
        printerKey: described(v.string(), 'Its key in files and rules.'),
        printerName: described(v.string(), 'What people call it.'),
        since: described(v.string(), 'When that was noticed, RFC 3339 in UTC.'),
      }),
    ),
    'The first printer that was away when it was to get the run: where `printerId` is another, that one stands in; where it is the same, the run waits for it. Null if none was away, if it got the run in the end, or where the run failed or was cancelled.',
  ),
  organisationName: described(v.string(), 'The name of that organisation.'),
  operatorReason: described(
    v.nullable(v.string()),
    'Why it waits or failed, with what the organisation is not told: folders of the server, errors of the printer. Null if it does neither.',
  ),
})
