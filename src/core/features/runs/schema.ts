import * as v from 'valibot'
import { paramsSchema, sentenceOf, sentenceSchema, type Words } from '../../kernel/sentence-schema.ts'
import {
  dateTime,
  described,
  fields,
  integer,
  namedObject,
  namedStrictObject,
  storable,
} from '../../kernel/wire-schema.ts'
import { callbackEvents, liveFindingCodes, type RunRow } from '../../model/runs.ts'
import { itemStatus, runStatus } from '../../model/wire-enums.ts'
import { proofFields } from '../people/sessions/sign-in.ts'
import { plannedDayFields } from '../products/planned-days.ts'
import { firstPage } from '../templates/first-page.ts'
import { runLimits } from './limits.ts'
import { runReasons } from './sentences.ts'

const { sentence } = runReasons

/**
 * Returns the reason worded for customers. The row's text is for operators and may contain folders and
 * library errors of the server; only that of a cancelled run is written for customers.
 */
export const publicReason = ({
  reason,
  status,
  uncertain,
  findings,
}: Pick<RunRow, 'reason' | 'status' | 'uncertain' | 'findings'>): Words | null => {
  if (reason === null || status === 'CANCELLED') return reason
  if (findings.length > 0) return sentence('run_reason.findings')
  if (status === 'HANDED_TO_PRINTER') return sentence('run_reason.given_up')
  if (uncertain) return sentence('run_reason.uncertain')
  if (status === 'FAILED') return sentence('run_reason.failed')
  return status === 'RENDERED' || status === 'HANDING_OVER'
    ? sentence('run_reason.printer')
    : sentence('run_reason.rendering')
}

export const reasonSentence = described(
  v.nullable(sentenceSchema),
  'The reason as a sentence with a code; null if a user wrote it or there is none.',
)

/** A user may have written the reason instead of a sentence. */
export const reasonToWire = (words: Words | null) => ({
  reason: typeof words === 'string' ? words : (words?.message ?? null),
  reasonSentence: sentenceOf(words),
})

const dateTimeOrNull = v.nullable(dateTime)

export const runSchema = namedObject(
  'Run',
  'A production run: the items of one organisation, specification and mode that close at one cutoff.',
  {
    id: described(v.string(), 'Id of the run, `run_…`.'),
    status: described(runStatus, 'Status of the run.'),
    isTest: fields.isTest,
    productId: fields.productId,
    productSpecificationId: fields.productSpecificationId,
    cutoffAt: described(dateTime, 'When it closes (RFC 3339, UTC); until then items can be cancelled.'),
    ...plannedDayFields,
    itemCount: described(integer, 'Number of its items.'),
    mailings: described(
      v.array(
        namedObject('RunMailing', 'A Postflow or Postbatch with items in a run.', {
          postflowId: described(v.nullable(v.string()), 'The Postflow, `pfl_…`; null for a Postbatch.'),
          postbatchId: described(v.nullable(v.string()), 'The Postbatch, `pbt_…`; null for a Postflow.'),
        }),
      ),
      'Mailings of its items, at most a hundred. Before rendering, those that items joined from, even if all of them were removed.',
    ),
    firstPage,
    parts: described(
      v.array(
        namedObject('RunPart', 'A PDF file of the package.', {
          name: described(v.string(), 'File name, e.g. `run_001.pdf`.'),
          bytes: described(integer, 'Number of pages.'),
          pages: described(integer, 'Number of items.'),
          items: described(integer, 'How many items it holds.'),
          sha256: described(v.string(), 'SHA-256 of the file, in hex.'),
          isOneSided: described(
            v.boolean(),
            'Whether the backs of its sheets are known to be empty; the page count includes them.',
          ),
        }),
      ),
      'The PDF files of its package, in order; empty before rendering.',
    ),
    partner: described(
      v.nullable(v.string()),
      'Name of its printer: `folder`, `simulated`, …; null before the hand-over.',
    ),
    uncertain: described(
      v.boolean(),
      'Whether the run waits for an operator, because it is not known whether the printer has it, or how much the printer finished.',
    ),
    reason: described(v.nullable(v.string()), 'Why it waits or failed; null otherwise.'),
    reasonSentence,
    findings: described(
      v.array(
        namedObject('RunFinding', 'A condition that prevents the hand-over of a live run.', {
          code: described(v.picklist(liveFindingCodes), 'What is missing.'),
          field: described(
            v.picklist(['baseUrl', 'trackingTargetUrl', 'returnAddressId']),
            'The setting to correct: of the Postflow or Postbatch, or `baseUrl` of the server.',
          ),
          message: described(v.string(), 'What is wrong and how to correct it.'),
          params: paramsSchema,
          postflowId: described(
            v.nullable(v.string()),
            'The Postflow concerned, `pfl_…`; null for a Postbatch.',
          ),
          postbatchId: described(
            v.nullable(v.string()),
            'The Postbatch concerned, `pbt_…`; null for a Postflow.',
          ),
          templateVersionId: described(v.string(), 'The printed template version, `tv_…`.'),
        }),
      ),
      'What must be corrected before this live run is handed over; empty if nothing.',
    ),
    cutoffReachedAt: described(dateTimeOrNull, 'When it closed (RFC 3339, UTC); null before that.'),
    renderedAt: described(dateTimeOrNull, 'When its package was ready (RFC 3339, UTC); null before that.'),
    handedToPrinterAt: described(
      dateTimeOrNull,
      'When the printer received it (RFC 3339, UTC); null before that.',
    ),
    printedAt: described(
      dateTimeOrNull,
      'When the printer reported it as printed (RFC 3339, UTC); null if not reported.',
    ),
    handedToCarrierAt: described(
      dateTimeOrNull,
      'When the carrier received it (RFC 3339, UTC); null before that.',
    ),
    completedAt: described(dateTimeOrNull, 'When it was completed (RFC 3339, UTC); null before that.'),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
)
export type RunWire = v.InferOutput<typeof runSchema>

export const runParams = v.strictObject({ id: described(v.string(), 'Id of the run, `run_…`.') })

export const reasonText = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(runLimits.reasonLength),
  storable,
)
export const pieceNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

export const excludeInput = namedStrictObject('RunExclude', 'Items to exclude from a run.', {
  items: described(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.minLength(1), v.maxLength(runLimits.items)),
    'Ids of the items, `itm_…`.',
  ),
  reason: described(reasonText, 'The reason; the customer sees it.'),
})

export const cancelInput = namedStrictObject('RunCancel', 'Why a run is cancelled.', {
  reason: described(reasonText, 'The reason; the customer sees it.'),
})

export const handOverInput = v.optional(
  namedStrictObject('RunHandOver', 'Options for handing over a run.', {
    printed: described(
      v.optional(v.boolean()),
      'For an uncertain run: whether the printer has it, or has printed the abandoned package. `true` for a rendered run: its package was printed elsewhere.',
    ),
  }),
  {},
)

export const callbackQuery = v.strictObject({
  token: described(v.pipe(v.string(), v.maxLength(200)), 'The token of the callback URL from the package.'),
})

export const callbackInput = namedStrictObject('RunCallback', 'A printer’s report.', {
  event: described(
    v.picklist(callbackEvents),
    'The event. `DAMAGED` concerns the pieces in `sequences`, the others the whole run. `FAILED`: the printer accepted the run but did not finish it, so an operator must check.',
  ),
  sequences: described(
    v.optional(v.pipe(v.array(pieceNumber), v.minLength(1), v.maxLength(runLimits.items))),
    'Places in the package, counted from 1. Required for `DAMAGED`, refused otherwise.',
  ),
  reason: described(v.optional(reasonText), 'The reason as a sentence.'),
})

export const callbackResult = namedObject('RunCallbackResult', 'The result of a printer’s report.', {
  runId: described(v.string(), 'Id of the run, `run_…`.'),
  status: described(runStatus, 'Status of the run.'),
})

export const runItemSchema = namedObject(
  'RunItem',
  'An item in the list of its run; `items.get` returns the rest.',
  {
    id: described(v.string(), 'Id of the item, `itm_…`.'),
    status: described(v.string(), 'Status of the item.'),
    postflowId: described(v.nullable(v.string()), 'Its Postflow, `pfl_…`; null for an item of a Postbatch.'),
    postbatchId: described(v.nullable(v.string()), 'Its Postbatch, `pbt_…`; null for an item of a Postflow.'),
    recipientName: described(v.string(), 'Name of the recipient.'),
    country: described(v.string(), 'Country of the recipient (ISO 3166-1 alpha-2).'),
    sequence: described(v.nullable(integer), 'Place in the package, counted from 1; null before rendering.'),
    reference: described(v.nullable(v.string()), 'The caller’s own reference; null if there is none.'),
    reprintOfItemId: described(
      v.nullable(v.string()),
      'The item that it replaces, `itm_…`; null if it is the first.',
    ),
    reprintedAsItemId: described(
      v.nullable(v.string()),
      'The item that replaces it, `itm_…`; null if there is none.',
    ),
    reprintStatus: described(
      v.nullable(itemStatus),
      'Status of the item that replaces it; null if there is none.',
    ),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
)

export const choosePrinterInput = namedStrictObject('RunPrinter', 'The printer of a run.', {
  printerId: described(
    v.nullable(v.pipe(v.string(), v.maxLength(40))),
    'The printer, `prn_…`; null applies the printer rules.',
  ),
  ...proofFields,
})

export const platformRunSchema = namedObject('PlatformRun', 'A run as operators see it.', {
  ...runSchema.entries,
  organisationId: described(v.string(), 'Its organisation, `org_…`.'),
  printerId: described(v.string(), 'Its printer, `prn_…`.'),
  printerKey: described(v.string(), 'Key of its printer in files and rules.'),
  printerName: described(v.string(), 'Display name of its printer.'),
  away: described(
    v.nullable(
      namedObject('PrinterAway', 'A printer that was unavailable for a run.', {
        printerId: described(v.string(), 'Id of the printer, `prn_…`.'),
        printerKey: described(v.string(), 'Its key in files and rules.'),
        printerName: described(v.string(), 'Its display name.'),
        since: described(v.string(), 'Since when (RFC 3339, UTC).'),
      }),
    ),
    'The first printer that was unavailable for the run. If `printerId` differs, that printer is the fallback; if it is the same, the run waits for it. Null if none was unavailable, if it received the run in the end, or if the run failed or was cancelled.',
  ),
  organisationName: described(v.string(), 'Name of its organisation.'),
  operatorReason: described(
    v.nullable(v.string()),
    'Why it waits or failed, including details that customers don’t see, such as folders and printer errors. Null otherwise.',
  ),
})
