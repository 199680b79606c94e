import * as v from 'valibot'
import { integer, storable } from '../../../../kernel/wire-fields.ts'
import { described, named, namedStrictObject } from '../../../../kernel/wire-schema.ts'
import { type CostKind, costKinds } from '../../../../model/catalogue.ts'
import { printerKinds } from '../../../../model/printers.ts'
import { plexes } from '../../../../template/sheet.ts'
import { entryFields, key as entryKey, key, name, shortText } from './entry-schemas.ts'
import { catalogueLimits as limits } from './limits.ts'

/** Limits of printers and rules (`docs/limits.md`). */
export const printerLimits = {
  /** Printers that a catalogue file names, archived ones counted. */
  printers: 500,
  rules: 200,
  printersOfRule: 10,
  secret: 16_384,
  fallBackMinutes: 10_080,
} as const

export const printerLine = (length: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(length), storable)
export const printerKey = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/))

export const printerKind = named(
  'PrinterKind',
  'How packages get to a printer. `FOLDER`: it takes them from a folder of the server; `SFTP`: from a folder of its own server; `IPP`: it prints them itself, as an office printer or a queue of CUPS; `HTTPS`: they are sent to it.',
  v.picklist(printerKinds),
)
export const printerSettings = namedStrictObject(
  'PrinterSettings',
  'Where a printer is; which fields there are depends on its kind.',
  {
    folder: described(
      v.optional(v.nullable(printerLine(100))),
      'FOLDER: its name below the folder of printers. Null for the printer of the server’s own settings.',
    ),
    host: described(v.optional(printerLine(255)), 'SFTP: the name or address of the server.'),
    port: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))),
      'SFTP: its port; 22 by default.',
    ),
    user: described(v.optional(printerLine(100)), 'SFTP: the user to sign in as.'),
    path: described(v.optional(printerLine(500)), 'SFTP: the folder that packages are put into.'),
    hostKey: described(
      v.optional(printerLine(2_000)),
      'SFTP: the key of the server, as `ssh-keyscan` prints it, or its fingerprint `SHA256:…`. Another is refused.',
    ),
    url: described(v.optional(printerLine(2_048)), 'IPP: `ipp://…` or `ipps://…`. HTTPS: `https://…`.'),
    media: described(
      v.optional(printerLine(100)),
      'IPP: the paper, such as `iso_a4_210x297mm`; by default that of the sheet.',
    ),
    monochrome: described(v.optional(v.boolean()), 'IPP: prints in black only.'),
    ca: described(
      v.optional(printerLine(16_384)),
      'IPP and HTTPS: a certificate authority (PEM) besides the system’s.',
    ),
  },
)

export const printerCapabilities = namedStrictObject(
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

/** What the rules of a file and those of the API say alike of the runs that they are for. */
export const printerMatch = {
  countries: described(
    v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))), v.minLength(1), v.maxLength(250))),
    'Items to one of these countries, two capital letters each.',
  ),
  minItems: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    'Runs of at least so many items, counted when they are handed over.',
  ),
}

/** Where a secret stands outside the instance. */
export const secretReference = named(
  'PrinterSecretReference',
  'Where the server reads a secret: in an environment variable of its own, or in a file. Its settings (`--printer-secrets`) say which are open to printers.',
  v.union([
    namedStrictObject('PrinterSecretVariable', 'A secret in an environment variable of the server.', {
      env: described(v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,99}$/)), 'Name of the variable.'),
    }),
    namedStrictObject('PrinterSecretFile', 'A secret in a file that the server reads.', {
      file: described(v.pipe(printerLine(500), v.regex(/^\//)), 'Absolute path of the file.'),
    }),
  ]),
)

/** What stands in a file for a secret that the instance keeps. */
export const keptSecret = 'sealed'

export const printerEntry = namedStrictObject('CataloguePrinter', 'A printer that runs are handed to.', {
  key: described(printerKey, 'Its name, the same on every instance, by which rules refer to it.'),
  archived: described(v.optional(v.boolean()), 'Whether it is given nothing any more.'),
  name: described(printerLine(100), 'What people call it.'),
  kind: described(printerKind, 'How packages get to it.'),
  settings: described(printerSettings, 'Where it is.'),
  secret: described(
    v.optional(v.nullable(v.union([v.literal(keptSecret), secretReference]))),
    'Its password, private key or signing secret by reference only. `sealed`, or absent: as the instance has it; null: no reference. Remove a kept secret with `printers.patch`.',
  ),
  capabilities: described(v.optional(printerCapabilities), 'What it can print.'),
})
export type PrinterEntry = v.InferOutput<typeof printerEntry>

export const fallBackMinutes = described(
  v.optional(v.pipe(integer, v.minValue(0), v.maxValue(printerLimits.fallBackMinutes)), 15),
  'How many minutes a rendered run waits for its first printer before it goes to the next.',
)

export const printerRuleEntry = namedStrictObject(
  'CataloguePrinterRule',
  'Which printers print the runs that it matches.',
  {
    match: described(
      namedStrictObject(
        'CataloguePrinterRuleMatch',
        'For which runs a rule is. A field that is absent holds for all.',
        {
          organisation: described(v.optional(printerLine(100)), 'Runs of this organisation, by its id.'),
          specification: described(v.optional(entryKey), 'Runs of this specification, by its key.'),
          ...printerMatch,
        },
      ),
      'For which runs it is.',
    ),
    printers: described(
      v.pipe(v.array(printerKey), v.minLength(1), v.maxLength(printerLimits.printersOfRule)),
      'Keys of the printers: the first choice, and what stands in for it.',
    ),
    fallBackMinutes,
  },
)
export type PrinterRuleEntry = v.InferOutput<typeof printerRuleEntry>

export const costKind = named(
  'CostKind',
  'What costs the shop something. `SHEETS`: a sheet of paper; `CLICKS`: a printed side; `ENVELOPES`: an envelope; `INSERTS`: what lies beside the piece; `FINISHING`: a piece that is finished.',
  v.picklist(costKinds),
)

/** What a cost of each kind may be by, besides a specification. */
export const costSubjects = {
  SHEETS: 'stock',
  CLICKS: 'printer',
  ENVELOPES: null,
  INSERTS: 'insert',
  FINISHING: 'finishing',
} as const satisfies Record<CostKind, string | null>

export const costEntry = namedStrictObject(
  'CatalogueCost',
  'What the shop pays for a thousand of something.',
  {
    ...entryFields,
    name,
    kind: described(costKind, 'What costs it.'),
    specification: described(
      v.optional(key),
      'Only of pieces of this specification, by its key; absent: of all.',
    ),
    stock: described(v.optional(key), 'SHEETS: only of this stock, by its key.'),
    printer: described(v.optional(printerKey), 'CLICKS: only of this printer, by its key.'),
    insert: described(v.optional(key), 'INSERTS: only the one of this key.'),
    finishing: described(v.optional(shortText(60)), 'FINISHING: only what specifications call so.'),
    centsPerThousand: described(
      v.pipe(integer, v.minValue(0), v.maxValue(limits.costCents)),
      'What a thousand of it cost, in cents of the instance’s currency, net of VAT.',
    ),
  },
)
export type CostEntry = v.InferOutput<typeof costEntry>

/** Fields of which a cost has one at most, by its kind. */
export const costFields = ['stock', 'printer', 'insert', 'finishing'] as const
