import * as v from 'valibot'
import { countries } from '../../../address/index.ts'
import { operatorScopes, scopeDescriptions } from '../../../engine/access/permissions.ts'
import { eventFamilyOf, eventTypes } from '../../../engine/events/catalogue.ts'
import { wholeListOf } from '../../../engine/list/page.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { toBase64 } from '../../../kernel/bytes.ts'
import { errorCatalogue } from '../../../kernel/errors.ts'
import { type RateClass, rateClasses } from '../../../kernel/rate-classes.ts'
import { toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import { dateTime, described, fields, namedObject } from '../../../kernel/wire-schema.ts'
import type { SigningKey } from '../../../ports/crypto.ts'
import { enums, publishedLimits } from '../published.ts'
import {
  countrySchema,
  enumSchema,
  errorSchema,
  eventTypeSchema,
  limitSchema,
  rateLimitSchema,
  scopeSchema,
} from '../schema.ts'

export const listCountries = defineOperation({
  id: 'meta.countries',
  method: 'GET',
  path: '/meta/countries',
  summary: 'List countries',
  permission: 'authenticated',
  effect: 'read',
  output: wholeListOf(countrySchema),
  async handler() {
    return { data: [...countries] }
  },
})

export const listEnums = defineOperation({
  id: 'meta.enums',
  method: 'GET',
  path: '/meta/enums',
  summary: 'List enums',
  permission: 'authenticated',
  effect: 'read',
  output: wholeListOf(enumSchema),
  async handler() {
    return { data: Object.entries(enums).map(([name, values]) => ({ name, values: [...values] })) }
  },
})

export const listErrors = defineOperation({
  id: 'meta.errors',
  method: 'GET',
  path: '/meta/errors',
  summary: 'List error codes',
  permission: 'authenticated',
  effect: 'read',
  output: wholeListOf(errorSchema),
  async handler() {
    return {
      data: Object.entries(errorCatalogue).map(([code, { status, title }]) => ({
        code,
        status,
        title,
        type: `/problems/${code}`,
      })),
    }
  },
})

export const listEventTypes = defineOperation({
  id: 'meta.eventTypes',
  method: 'GET',
  path: '/meta/event-types',
  summary: 'List event types',
  description: 'The contents of `data` are in the API document, under webhooks.',
  permission: 'authenticated',
  effect: 'read',
  output: wholeListOf(eventTypeSchema),
  async handler() {
    return {
      data: Object.entries(eventTypes).map(([type, description]) => ({
        type,
        family: eventFamilyOf(type),
        version: 1,
        description,
      })),
    }
  },
})

export const listLimits = defineOperation({
  id: 'meta.limits',
  method: 'GET',
  path: '/meta/limits',
  summary: 'List limits',
  permission: 'authenticated',
  effect: 'read',
  output: namedObject('Limits', 'The limits of the API for this organisation.', {
    rateLimits: described(v.array(rateLimitSchema), 'Requests per minute by class.'),
    limits: described(v.array(limitSchema), 'The other limits.'),
    allowsInsecureWebhooks: described(
      v.boolean(),
      'Whether webhooks may use `http://` URLs and addresses of the server itself, as in development.',
    ),
  }),
  async handler({ services, organisation }) {
    return {
      rateLimits: (Object.entries(rateClasses) as [RateClass, number][]).map(([name, standard]) => ({
        class: name,
        perMinute: organisation.rateLimits[name] ?? standard,
        defaultPerMinute: standard,
      })),
      limits: publishedLimits(services).map(([name, value, unit]) => ({ name, value, unit })),
      allowsInsecureWebhooks: services.config.allowInsecureWebhooks,
    }
  },
})

export const listScopes = defineOperation({
  id: 'meta.scopes',
  method: 'GET',
  path: '/meta/scopes',
  summary: 'List scopes',
  permission: 'authenticated',
  effect: 'read',
  output: wholeListOf(scopeSchema),
  async handler() {
    const operators: readonly string[] = operatorScopes
    return {
      data: Object.entries(scopeDescriptions).map(([scope, description]) => ({
        scope,
        holder: operators.includes(scope) ? ('operator' as const) : ('organisation' as const),
        description,
      })),
    }
  },
})

const signingKeySchema = namedObject('SigningKey', 'A public key for verifying evidence.', {
  id: described(v.string(), 'The beginning of the public key’s SHA-256, in hex.'),
  algorithm: described(v.literal('Ed25519'), 'The algorithm.'),
  publicKey: described(v.string(), 'The raw 32 bytes as base64.'),
  pem: described(v.string(), 'The same in PEM format.'),
  createdAt: fields.createdAt,
  retiredAt: described(
    v.nullable(dateTime),
    'When it stopped signing, RFC 3339 in UTC; null while it signs. Its signatures stay valid.',
  ),
})

export const listSigningKeys = defineOperation({
  id: 'meta.signingKeys',
  method: 'GET',
  path: '/meta/signing-keys',
  summary: 'List signing keys',
  description:
    'The public keys of evidence, the current key first. Save the answer and pass it to `lettershop evidence verify` as ' +
    '`--public-key`.',
  permission: 'public',
  effect: 'public',
  output: wholeListOf(signingKeySchema),
  async handler({ services }) {
    return { data: services.crypto.signer.keys().map(toWire) }
  },
})

/** The bytes before the 32 bytes of the key in an SPKI structure of Ed25519. */
const spkiPrefix = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]

const toWire = (key: SigningKey): v.InferOutput<typeof signingKeySchema> => ({
  id: key.id,
  algorithm: 'Ed25519',
  publicKey: toBase64(key.publicKey),
  pem: `-----BEGIN PUBLIC KEY-----\n${toBase64(Uint8Array.of(...spkiPrefix, ...key.publicKey))}\n-----END PUBLIC KEY-----\n`,
  createdAt: toDateTime(key.createdAt),
  retiredAt: toDateTimeOrNull(key.retiredAt),
})
