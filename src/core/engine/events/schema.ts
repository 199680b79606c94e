import * as v from 'valibot'
import { type EventType, eventTypes } from './catalogue.ts'
import { eventData } from './data.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())

/** SPEC "Envelope": the same in the feed and in every delivery. */
const envelope = {
  id: v.string(),
  version: v.pipe(v.number(), v.integer()),
  createdAt: dateTime,
  organisationId: v.string(),
  /** True for what happened in test mode. */
  isTest: v.boolean(),
}

type SchemaOf<Type extends EventType> = v.ObjectSchema<
  typeof envelope & { type: v.LiteralSchema<Type, undefined>; data: (typeof eventData)[Type] },
  undefined
>

const schemaOf = <Type extends EventType>(type: Type): SchemaOf<Type> =>
  v.object({ ...envelope, type: v.literal(type), data: eventData[type] }) as unknown as SchemaOf<Type>

/** Each type's event, whole. */
export const eventSchemas = Object.fromEntries(
  (Object.keys(eventTypes) as EventType[]).map((type) => [type, schemaOf(type)]),
) as { readonly [Type in EventType]: SchemaOf<Type> }

/**
 * An event as the feed and every delivery have it (SPEC "Envelope"): `type` says what `data` holds. Times are RFC 3339.
 */
export type Event = { [Type in EventType]: v.InferOutput<(typeof eventSchemas)[Type]> }[EventType]

export const eventSchema = v.variant(
  'type',
  Object.values(eventSchemas) as unknown as [SchemaOf<EventType>, ...SchemaOf<EventType>[]],
) as unknown as v.GenericSchema<Event>

export const eventParams = v.strictObject({ id: v.pipe(v.string(), v.maxLength(40)) })
