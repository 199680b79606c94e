import * as v from 'valibot'
import { dateTime } from '../../kernel/wire-fields.ts'
import { described, named, namedObject } from '../../kernel/wire-schema.ts'
import { type EventType, eventTypes } from './catalogue.ts'
import { eventData } from './data.ts'

/** The envelope, which is identical in the feed and in every delivery (docs/webhooks.md#envelope). */
const envelope = {
  id: described(
    v.string(),
    'The event, `evt_…`. The same event may be delivered more than once: handle an id that you have seen only once.',
  ),
  version: described(v.pipe(v.number(), v.integer()), 'Version of the envelope and of `data`; 1 today.'),
  createdAt: described(dateTime, 'When it happened, RFC 3339 in UTC.'),
  organisationId: described(v.string(), 'The organisation that it happened in, `org_…`.'),
  isTest: described(v.boolean(), 'Whether it happened in test mode.'),
}

type SchemaOf<Type extends EventType> = v.ObjectSchema<
  typeof envelope & { type: v.LiteralSchema<Type, undefined>; data: (typeof eventData)[Type] },
  undefined
>

const schemaOf = <Type extends EventType>(type: Type): SchemaOf<Type> =>
  namedObject(eventName(type), `The event \`${type}\`: ${eventTypes[type]}.`, {
    ...envelope,
    type: described(v.literal(type), 'What happened.'),
    data: described(eventData[type], 'What it happened to.'),
  }) as unknown as SchemaOf<Type>

/** `item.needs_attention` → `ItemNeedsAttentionEvent`. */
const eventName = (type: EventType): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

/** The schema of the whole event for each type. */
export const eventSchemas = Object.fromEntries(
  (Object.keys(eventTypes) as EventType[]).map((type) => [type, schemaOf(type)]),
) as { readonly [Type in EventType]: SchemaOf<Type> }

/**
 * An event as the feed and every delivery have it: `type` determines what `data` holds. Times are RFC 3339.
 */
export type Event = { [Type in EventType]: v.InferOutput<(typeof eventSchemas)[Type]> }[EventType]

export const eventSchema = named(
  'Event',
  'An event as the feed and every delivery have it: `type` says what `data` holds. New types are added over time; ignore those that you do not know.',
  v.variant(
    'type',
    Object.values(eventSchemas) as unknown as [SchemaOf<EventType>, ...SchemaOf<EventType>[]],
  ) as unknown as v.GenericSchema<Event>,
)

export const eventParams = v.strictObject({
  id: described(v.pipe(v.string(), v.maxLength(40)), 'The event, `evt_…`.'),
})
