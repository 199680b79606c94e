import * as v from 'valibot'
import { dateTime, fields, id } from '../../kernel/wire-fields.ts'
import {
  checkedByHandler,
  described,
  named,
  namedObject,
  namedStrictObject,
} from '../../kernel/wire-schema.ts'
import { printerStatuses } from '../../model/printers.ts'
import { proofFields } from '../people/sessions/sign-in.ts'
import {
  printerCapabilities as capabilities,
  fallBackMinutes,
  printerKey as key,
  printerLine as line,
  printerKind,
  printerLimits,
  printerMatch,
  secretReference,
  printerSettings as settings,
} from '../products/catalogue/entries/printer-entries.ts'

export { printerKind, printerLimits }

export const printerStatus = named(
  'PrinterStatus',
  'Whether runs go there. `ACTIVE`: they do; `PAUSED`: they wait, or go to the next printer of their rule; `ARCHIVED`: none does any more.',
  v.picklist(printerStatuses),
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
  needsSecret: described(
    v.boolean(),
    'Whether the kept secret was given for another destination than the settings name: its runs wait until the secret is given again.',
  ),
  secretReference: described(
    v.nullable(secretReference),
    'Where the server reads its secret whenever it needs it; null where it is kept, or where there is none.',
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
    settings: described(
      v.optional(settings),
      'Where it is. Replaces all settings. A kept secret is given again with another destination (kind, host, port, user, host key or certificate authority).',
    ),
    secret: described(v.optional(v.nullable(secret)), `${secretText} Null takes it away.`),
    capabilities: described(v.optional(capabilities), 'What it can print. Replaces all of it.'),
    ...proofFields,
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
    ...printerMatch,
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
    fallBackMinutes,
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
/** What a portal session sends. */
export const provenPrinterRules = namedStrictObject(
  'ProvenPrinterRules',
  'The rules in their order, with the password of the user who replaces them in the portal.',
  { ...printerRules.entries, ...proofFields },
)
/** The handler checks it, so that errors name the fields of one shape. */
export const printerRulesBody = checkedByHandler(v.union([printerRules, provenPrinterRules]))
export type PrinterRulesInput = v.InferOutput<typeof printerRules>
