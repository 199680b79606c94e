import * as v from 'valibot'
import { isCalendarDay } from '../../kernel/time.ts'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { liveFindingCodes } from '../../model/runs.ts'
import { callbackEvents, type PieceOutcome, pieceOutcomes } from '../../model/runs-lifecycle.ts'
import { runStatus } from '../../model/wire-enums.ts'
import { runLimits } from './limits.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const dateTimeOrNull = v.nullable(dateTime)

export const runSchema = namedObject(
  'Run',
  'A production run: the items of one organisation, specification and mode that close at one cutoff.',
  {
    id: v.string(),
    status: runStatus,
    isTest: v.boolean(),
    productId: v.string(),
    productSpecificationId: v.string(),
    cutoffAt: dateTime,
    itemCount: integer,
    parts: v.array(
      namedObject('RunPart', 'A PDF file of the package.', {
        name: v.string(),
        bytes: integer,
        pages: integer,
        items: integer,
        /** Hex digest of the file. */
        sha256: v.string(),
      }),
    ),
    /** Who prints it: `folder`, `simulated`, …; null before the hand-over. */
    partner: v.nullable(v.string()),
    /** True when nobody knows whether the printer has it: the run waits for the operator. */
    uncertain: v.boolean(),
    /** Why it waits or failed, in a sentence. */
    reason: v.nullable(v.string()),
    /** What has to be mended before this live run is handed over, and where; empty where nothing has. */
    findings: v.array(
      namedObject('RunFinding', 'What keeps a live run from being handed over.', {
        code: v.picklist(liveFindingCodes),
        /** The setting that mends it: of the Postflow or Postbatch, or `baseUrl` of the server. */
        field: v.picklist(['baseUrl', 'trackingTargetUrl', 'returnAddressId']),
        message: v.string(),
        postflowId: v.nullable(v.string()),
        postbatchId: v.nullable(v.string()),
        templateVersionId: v.string(),
      }),
    ),
    cutoffReachedAt: dateTimeOrNull,
    renderedAt: dateTimeOrNull,
    handedToPrinterAt: dateTimeOrNull,
    /** When the printer said that it is printed; null where it did not say. */
    printedAt: dateTimeOrNull,
    handedToCarrierAt: dateTimeOrNull,
    completedAt: dateTimeOrNull,
    createdAt: dateTime,
    updatedAt: dateTime,
  },
)
export type RunWire = v.InferOutput<typeof runSchema>

export const runParams = v.strictObject({ id: v.string() })

const storable = v.check(
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  'The text holds characters that cannot be stored.',
)
const reasonText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(runLimits.reasonLength), storable)
const pieceNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

export const excludeInput = namedStrictObject('RunExclude', 'Items to take out of a run.', {
  items: v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.minLength(1), v.maxLength(runLimits.items)),
  /** Told the customer. */
  reason: reasonText,
})

export const cancelInput = namedStrictObject('RunCancel', 'Why a run is cancelled.', {
  /** Told the customer. */
  reason: reasonText,
})

export const handOverInput = v.optional(
  namedStrictObject('RunHandOver', 'How a run is handed over.', {
    /**
     * Of an uncertain run: whether the printer has it. `true` of a rendered one: its package was printed elsewhere.
     */
    printed: v.optional(v.boolean()),
  }),
  {},
)

export const reportInput = namedStrictObject('RunReport', 'What became of single pieces.', {
  pieces: v.pipe(
    v.array(
      v.strictObject({
        /** Place in the package, from 1; or `itemId`. */
        sequence: v.optional(pieceNumber),
        itemId: v.optional(v.pipe(v.string(), v.maxLength(40))),
        outcome: v.picklist(Object.keys(pieceOutcomes) as PieceOutcome[]),
        /** Told the customer. */
        reason: v.optional(reasonText),
      }),
    ),
    v.minLength(1),
    v.maxLength(runLimits.items),
  ),
  /** Makes a new item for each piece that was not sent, at the price that is refunded. */
  reprint: v.optional(v.boolean(), false),
})
export type ReportInput = v.InferOutput<typeof reportInput>

export const reportResult = namedObject('RunReportResult', 'The run and the pieces that were reported.', {
  run: runSchema,
  /** One for each piece, in their order. */
  pieces: v.array(
    v.object({
      itemId: v.string(),
      sequence: v.nullable(integer),
      status: v.string(),
      reprintItemId: v.nullable(v.string()),
    }),
  ),
})

export const callbackQuery = v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) })

export const callbackInput = namedStrictObject('RunCallback', 'What a printer reports.', {
  event: v.picklist(callbackEvents),
  /** Places in the package, from 1: of DAMAGED only, and needed there. */
  sequences: v.optional(v.pipe(v.array(pieceNumber), v.minLength(1), v.maxLength(runLimits.items))),
  reason: v.optional(reasonText),
})

export const callbackResult = namedObject('RunCallbackResult', 'What a printer is answered.', {
  runId: v.string(),
  status: runStatus,
})

const day = v.pipe(v.string(), v.check(isCalendarDay, 'Write a day of the calendar as YYYY-MM-DD.'))

export const calendarQuery = v.strictObject({
  /** First day, in each schedule's own time zone; today by default. */
  from: v.optional(day),
  days: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, `days is a whole number from 1 to ${runLimits.calendarDays}.`),
      v.transform(Number),
      v.minValue(1),
      v.maxValue(runLimits.calendarDays),
    ),
  ),
  productSpecificationId: v.optional(v.pipe(v.string(), v.maxLength(40))),
})

export const calendarSchema = namedObject('RunCalendar', 'The cutoffs to come.', {
  /** Earliest first. */
  data: v.array(
    v.object({
      productId: v.string(),
      productSpecificationId: v.string(),
      cutoffAt: dateTime,
      /** The day of the cutoff in the zone of its schedule: what `sendOn` is compared with. */
      day: v.string(),
      timeZone: v.string(),
      /** Days on which the carrier gets it and on which it is in the letterbox, as planned. */
      handedToCarrierOn: v.string(),
      deliveredOn: v.string(),
      /** The run of that cutoff where one was made already. */
      runId: v.nullable(v.string()),
      runStatus: v.nullable(runStatus),
      itemCount: integer,
    }),
  ),
})

export const runItemSchema = namedObject(
  'RunItem',
  'An item as the list of its run shows it; `items.get` has the rest.',
  {
    id: v.string(),
    status: v.string(),
    postflowId: v.nullable(v.string()),
    postbatchId: v.nullable(v.string()),
    recipientName: v.string(),
    country: v.string(),
    /** 1-based place in the package; null until it was rendered. */
    sequence: v.nullable(integer),
    reference: v.nullable(v.string()),
    createdAt: dateTime,
    updatedAt: dateTime,
  },
)
