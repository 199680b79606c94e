import * as v from 'valibot'
import { isCalendarDay } from '../../kernel/time.ts'
import { liveFindingCodes } from '../../model/runs.ts'
import { callbackEvents, type PieceOutcome, pieceOutcomes, runStatuses } from '../../model/runs-lifecycle.ts'
import { runLimits } from './limits.ts'

const integer = v.pipe(v.number(), v.integer())
const dateTime = v.pipe(v.string(), v.isoTimestamp())
const dateTimeOrNull = v.nullable(dateTime)

export const runSchema = v.object({
  id: v.string(),
  status: v.picklist(runStatuses),
  isTest: v.boolean(),
  productId: v.string(),
  productSpecificationId: v.string(),
  cutoffAt: dateTime,
  itemCount: integer,
  parts: v.array(
    v.object({
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
    v.object({
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
})
export type RunWire = v.InferOutput<typeof runSchema>

export const runParams = v.strictObject({ id: v.string() })

const storable = v.check(
  (text: string) => text.isWellFormed() && !text.includes('\0'),
  'The text holds characters that cannot be stored.',
)
const reasonText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(runLimits.reasonLength), storable)
const pieceNumber = v.pipe(v.number(), v.integer(), v.minValue(1))

export const excludeInput = v.strictObject({
  items: v.pipe(v.array(v.pipe(v.string(), v.maxLength(40))), v.minLength(1), v.maxLength(runLimits.items)),
  /** Told the customer. */
  reason: reasonText,
})

export const cancelInput = v.strictObject({
  /** Told the customer. */
  reason: reasonText,
})

export const handOverInput = v.optional(
  v.strictObject({
    /**
     * Of an uncertain run: whether the printer has it. `true` of a rendered one: its package was printed elsewhere.
     */
    printed: v.optional(v.boolean()),
  }),
  {},
)

export const reportInput = v.strictObject({
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

export const reportResult = v.object({
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

export const callbackInput = v.strictObject({
  event: v.picklist(callbackEvents),
  /** Places in the package, from 1: of DAMAGED only, and needed there. */
  sequences: v.optional(v.pipe(v.array(pieceNumber), v.minLength(1), v.maxLength(runLimits.items))),
  reason: v.optional(reasonText),
})

/** What a printer is told: nothing that it does not know. */
export const callbackResult = v.object({ runId: v.string(), status: v.picklist(runStatuses) })

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

export const calendarSchema = v.object({
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
      runStatus: v.nullable(v.picklist(runStatuses)),
      itemCount: integer,
    }),
  ),
})

/** An item as the list of its run shows it; `GET /items/{id}` tells the rest. */
export const runItemSchema = v.object({
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
})
