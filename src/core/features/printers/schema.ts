import * as v from 'valibot'
import { dateTime, fields, id, integer, storable } from '../../kernel/wire-fields.ts'
import { described, named, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { printerKinds, printerStatuses } from '../../model/printers.ts'
import { plexes } from '../../template/plex.ts'

/** Limits of printers and rules (`docs/limits.md`). */
export const printerLimits = {
  rules: 200,
  printersOfRule: 10,
  secret: 16_384,
  fallBackMinutes: 10_080,
} as const

const line = (length: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(length), storable)
const key = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/))

export const printerKind = named(
  'PrinterKind',
  'How packages get to a printer. `FOLDER`: it takes them from a folder of the server; `SFTP`: from a folder of its own server; `IPP`: it prints them itself, as an office printer or a queue of CUPS; `HTTPS`: they are sent to it.',
  v.picklist(printerKinds),
)
export const printerStatus = named(
  'PrinterStatus',
  'Whether runs go there. `ACTIVE`: they do; `PAUSED`: they wait, or go to the next printer of their rule; `ARCHIVED`: none does any more.',
  v.picklist(printerStatuses),
)

const settings = namedStrictObject(
  'PrinterSettings',
  'Where a printer is; which fields there are depends on its kind.',
  {
    folder: described(
      v.optional(v.nullable(line(100))),
      'FOLDER: its name below the folder of printers. Null for the printer of the server’s own settings.',
    ),
    host: described(v.optional(line(255)), 'SFTP: the name or address of the server.'),
    port: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))),
      'SFTP: its port; 22 by default.',
    ),
    user: described(v.optional(line(100)), 'SFTP: the user to sign in as.'),
    path: described(v.optional(line(500)), 'SFTP: the folder that packages are put into.'),
    hostKey: described(
      v.optional(line(2_000)),
      'SFTP: the key of the server, as `ssh-keyscan` prints it, or its fingerprint `SHA256:…`. Another is refused.',
    ),
    url: described(v.optional(line(2_048)), 'IPP: `ipp://…` or `ipps://…`. HTTPS: `https://…`.'),
    media: described(
      v.optional(line(100)),
      'IPP: the paper, such as `iso_a4_210x297mm`; by default that of the sheet.',
    ),
    monochrome: described(v.optional(v.boolean()), 'IPP: prints in black only.'),
    ca: described(
      v.optional(line(16_384)),
      'IPP and HTTPS: a certificate authority (PEM) besides the system’s.',
    ),
  },
)

const capabilities = namedStrictObject(
  'PrinterCapabilities',
  'What a printer can print. What is not said is not checked.',
  {
    plex: described(v.optional(v.array(v.picklist(plexes))), 'Which sides: `simplex`, `duplex`.'),
    colour: described(v.optional(v.boolean()), 'Whether it prints in colour.'),
    maxSheet: described(
      v.optional(
        v.strictObject({
          w: described(v.pipe(v.number(), v.minValue(1)), 'Width in mm.'),
          h: described(v.pipe(v.number(), v.minValue(1)), 'Height in mm.'),
        }),
      ),
      'The largest sheet, either way round.',
    ),
    maxPages: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      'The most pages of a piece.',
    ),
  },
)

export const printerSchema = namedObject('Printer', 'A printer that runs are handed to.', {
  id: described(v.string(), 'The printer, `prn_…`.'),
  key: described(v.string(), 'Its stable name in files.'),
  name: described(v.string(), 'What people call it.'),
  kind: described(printerKind, 'How packages get to it.'),
  settings: described(settings, 'Where it is.'),
  hasSecret: described(
    v.boolean(),
    'Whether a password, key or secret is kept for it; none is ever answered.',
  ),
  capabilities: described(capabilities, 'What it can print.'),
  status: described(printerStatus, 'Whether runs go there.'),
  health: described(
    v.nullable(
      v.object({
        ok: described(v.boolean(), 'Whether it answered.'),
        detail: described(v.string(), 'What it said, as a sentence.'),
        at: described(dateTime, 'When, RFC 3339 in UTC.'),
      }),
    ),
    'How it was when it was last asked or handed something; null before.',
  ),
  revision: fields.revision,
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})

const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(printerLimits.secret))
const secretText =
  'SFTP: the password, or the private key in PEM. HTTPS: the secret that signs. Sealed; never answered.'

export const printerInput = namedStrictObject('PrinterCreate', 'A new printer.', {
  key: described(key, 'Its stable name in files: small letters, figures and dashes.'),
  name: described(line(100), 'What people call it.'),
  kind: described(printerKind, 'How packages get to it.'),
  settings: described(settings, 'Where it is.'),
  secret: described(v.optional(secret), secretText),
  capabilities: described(v.optional(capabilities, {}), 'What it can print.'),
})
export type PrinterInput = v.InferOutput<typeof printerInput>

export const printerPatch = namedStrictObject(
  'PrinterUpdate',
  'Changes to a printer; a field that is not sent stays as it is.',
  {
    name: described(v.optional(line(100)), 'What people call it.'),
    settings: described(v.optional(settings), 'Where it is. Replaces all settings.'),
    secret: described(v.optional(v.nullable(secret)), `${secretText} Null takes it away.`),
    capabilities: described(v.optional(capabilities), 'What it can print. Replaces all of it.'),
  },
)
export type PrinterPatch = v.InferOutput<typeof printerPatch>

export const printerParams = v.strictObject({ id: described(v.string(), 'The printer, `prn_…`.') })

export const printerAnswerSchema = namedObject('PrinterTest', 'What a printer said when it was asked.', {
  ok: described(v.boolean(), 'Whether it can be used now.'),
  detail: described(v.string(), 'What it said, as a sentence.'),
  capabilities: described(
    v.nullable(capabilities),
    'What it says that it can print; null where it says nothing.',
  ),
})

const match = namedStrictObject(
  'PrinterRuleMatch',
  'For which runs a rule is. A field that is absent holds for all.',
  {
    organisationId: described(v.optional(id), 'Runs of this organisation, `org_…`.'),
    specificationId: described(v.optional(id), 'Runs of this specification, `psp_…`.'),
    countries: described(
      v.optional(
        v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))), v.minLength(1), v.maxLength(250)),
      ),
      'Items to one of these countries, two capital letters each.',
    ),
    minItems: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      'Runs of at least so many items, counted when they are handed over.',
    ),
  },
)

export const printerRule = namedStrictObject(
  'PrinterRule',
  'Which printers print the runs that it matches.',
  {
    match: described(match, 'For which runs it is.'),
    printers: described(
      v.pipe(v.array(id), v.minLength(1), v.maxLength(printerLimits.printersOfRule)),
      'The printers, `prn_…`: the first choice, and what stands in for it.',
    ),
    fallBackMinutes: described(
      v.optional(v.pipe(integer, v.minValue(0), v.maxValue(printerLimits.fallBackMinutes)), 15),
      'How many minutes a rendered run waits for its first printer before it goes to the next.',
    ),
  },
)

export const printerRules = namedStrictObject(
  'PrinterRules',
  'The rules in their order: the first that matches holds.',
  {
    rules: described(
      v.pipe(v.array(printerRule), v.maxLength(printerLimits.rules)),
      'The rules. Runs that none matches go to the printer of the server’s own settings.',
    ),
  },
)
export type PrinterRulesInput = v.InferOutput<typeof printerRules>
