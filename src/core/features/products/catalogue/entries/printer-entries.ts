import * as v from 'valibot'
import { described, integer, named, namedStrictObject, storable } from '../../../../kernel/wire-schema.ts'
import { type CostKind, costKinds } from '../../../../model/catalogue.ts'
import { printerKinds } from '../../../../model/printers.ts'
import { plexes } from '../../../../template/sheet.ts'
import { entryFields, key as entryKey, key, name, shortText } from './entry-schemas.ts'
import { catalogueLimits as limits } from './limits.ts'

export const printerLimits = {
  /** Includes archived printers. */
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
  'How packages reach a printer. `FOLDER`: the printer reads a folder on the server; `SFTP`: they are uploaded to its server; `IPP`: the printer, such as an office printer or a CUPS queue, prints them itself; `HTTPS`: they are posted to its URL.',
  v.picklist(printerKinds),
)
export const printerSettings = namedStrictObject(
  'PrinterSettings',
  'Connection settings of a printer. The fields depend on its kind.',
  {
    folder: described(
      v.optional(v.nullable(printerLine(100))),
      'FOLDER: name of the folder within the printers’ folder. Null for the default printer of the server’s settings.',
    ),
    host: described(v.optional(printerLine(255)), 'SFTP: host name or address.'),
    port: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))),
      'SFTP: port; 22 by default.',
    ),
    user: described(v.optional(printerLine(100)), 'SFTP: user name.'),
    path: described(v.optional(printerLine(500)), 'SFTP: folder to upload packages to.'),
    hostKey: described(
      v.optional(printerLine(2_000)),
      'SFTP: the server’s host key, as `ssh-keyscan` prints it, or its fingerprint `SHA256:…`. Any other key is refused.',
    ),
    url: described(v.optional(printerLine(2_048)), 'IPP: `ipp://…` or `ipps://…`. HTTPS: `https://…`.'),
    media: described(
      v.optional(printerLine(100)),
      'IPP: the media name, such as `iso_a4_210x297mm`; by default that of the sheet.',
    ),
    monochrome: described(v.optional(v.boolean()), 'IPP: whether to print in black only.'),
    ca: described(
      v.optional(printerLine(16_384)),
      'IPP and HTTPS: a certificate authority (PEM) to trust besides the system’s.',
    ),
  },
)

export const printerCapabilities = namedStrictObject(
  'PrinterCapabilities',
  'What a printer can print. Absent fields are not checked.',
  {
    plex: described(v.optional(v.array(v.picklist(plexes))), 'Supported sides: `simplex`, `duplex`.'),
    colour: described(v.optional(v.boolean()), 'Whether it prints in colour.'),
    maxSheet: described(
      v.optional(
        v.strictObject({
          w: described(v.pipe(v.number(), v.minValue(1)), 'Width in mm.'),
          h: described(v.pipe(v.number(), v.minValue(1)), 'Height in mm.'),
        }),
      ),
      'The largest sheet, in either orientation.',
    ),
    maxPages: described(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      'Maximum pages of a piece.',
    ),
  },
)

/** Shared by the rules of a file and of the API. */
export const printerMatch = {
  countries: described(
    v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))), v.minLength(1), v.maxLength(250))),
    'Items to one of these countries (ISO 3166-1 alpha-2).',
  ),
  minItems: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    'Runs of at least this many items, counted at hand-over.',
  ),
}

export const secretReference = named(
  'PrinterSecretReference',
  'Where the server reads a secret: one of its environment variables or a file. The setting `--printer-secrets` lists those that printers may use.',
  v.union([
    namedStrictObject('PrinterSecretVariable', 'A secret in an environment variable of the server.', {
      env: described(v.pipe(v.string(), v.regex(/^[A-Za-z_]\w{0,99}$/)), 'Name of the variable.'),
    }),
    namedStrictObject('PrinterSecretFile', 'A secret in a file on the server.', {
      file: described(v.pipe(printerLine(500), v.regex(/^\//)), 'Absolute path of the file.'),
    }),
  ]),
)

export const keptSecret = 'sealed'

export const printerEntry = namedStrictObject('CataloguePrinter', 'A printer that runs are handed to.', {
  key: described(
    printerKey,
    'Key of the printer, the same on every instance. Rules refer to it by this key.',
  ),
  archived: described(v.optional(v.boolean()), 'Whether it no longer receives runs.'),
  name: described(printerLine(100), 'Display name.'),
  kind: described(printerKind, 'How packages reach it.'),
  settings: described(printerSettings, 'Connection settings.'),
  secret: described(
    v.optional(v.nullable(v.union([v.literal(keptSecret), secretReference]))),
    'Reference to its password, private key or signing secret. `sealed` or absent: unchanged; null: no reference. Remove a kept secret with `printers.patch`.',
  ),
  capabilities: described(v.optional(printerCapabilities), 'What it can print.'),
})
export type PrinterEntry = v.InferOutput<typeof printerEntry>

export const fallBackMinutes = described(
  v.optional(v.pipe(integer, v.minValue(0), v.maxValue(printerLimits.fallBackMinutes)), 15),
  'Minutes that a rendered run waits for its first printer before it goes to the next.',
)

export const printerRuleEntry = namedStrictObject(
  'CataloguePrinterRule',
  'Assigns the runs that it matches to printers.',
  {
    match: described(
      namedStrictObject(
        'CataloguePrinterRuleMatch',
        'Which runs a rule matches. An absent field matches all.',
        {
          organisation: described(v.optional(printerLine(100)), 'Runs of this organisation, by its id.'),
          specification: described(v.optional(entryKey), 'Runs of this specification, by its key.'),
          ...printerMatch,
        },
      ),
      'Which runs it matches.',
    ),
    printers: described(
      v.pipe(v.array(printerKey), v.minLength(1), v.maxLength(printerLimits.printersOfRule)),
      'Keys of the printers: the first choice, then its fallbacks.',
    ),
    fallBackMinutes,
  },
)
export type PrinterRuleEntry = v.InferOutput<typeof printerRuleEntry>

export const costKind = named(
  'CostKind',
  'Kind of production cost. `SHEETS`: a sheet of paper; `CLICKS`: a printed side; `ENVELOPES`: an envelope; `INSERTS`: an insert; `FINISHING`: the finishing of a piece.',
  v.picklist(costKinds),
)

/** What a cost of each kind may depend on, besides a specification. */
export const costSubjects = {
  SHEETS: 'stock',
  CLICKS: 'printer',
  ENVELOPES: null,
  INSERTS: 'insert',
  FINISHING: 'finishing',
} as const satisfies Record<CostKind, string | null>

export const costEntry = namedStrictObject('CatalogueCost', 'A production cost of the shop, per thousand.', {
  ...entryFields,
  name,
  kind: described(costKind, 'Kind of cost.'),
  specification: described(
    v.optional(key),
    'Only for pieces of this specification, by key; absent: for all.',
  ),
  stock: described(v.optional(key), 'SHEETS: only for this stock, by key.'),
  printer: described(v.optional(printerKey), 'CLICKS: only for this printer, by key.'),
  insert: described(v.optional(key), 'INSERTS: only for this insert, by key.'),
  finishing: described(
    v.optional(shortText(60)),
    'FINISHING: only for this finishing, as specifications name it.',
  ),
  centsPerThousand: described(
    v.pipe(integer, v.minValue(0), v.maxValue(limits.costCents)),
    'Cost of a thousand in cents of the instance’s currency, net of VAT.',
  ),
})
export type CostEntry = v.InferOutput<typeof costEntry>

/** A cost may have one of these, depending on its kind. */
export const costFields = ['stock', 'printer', 'insert', 'finishing'] as const
