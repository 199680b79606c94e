import * as v from 'valibot'
import {
  checkedByHandler,
  dateTime,
  described,
  fields,
  id,
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
  'Whether it accepts runs. `ACTIVE`: yes; `PAUSED`: runs wait or go to the next printer of their rule; `ARCHIVED`: no longer.',
  v.picklist(printerStatuses),
)

export const printerSchema = namedObject('Printer', 'A printer that runs are handed to.', {
  id: described(v.string(), 'Id of the printer, `prn_…`.'),
  key: described(v.string(), 'Key in files.'),
  name: described(v.string(), 'Display name.'),
  kind: described(printerKind, 'How packages reach it.'),
  settings: described(settings, 'Connection settings.'),
  hasSecret: described(
    v.boolean(),
    'Whether a password, key or secret is kept for it. Secrets are never returned.',
  ),
  needsSecret: described(
    v.boolean(),
    'Whether the kept secret was given for another destination than the settings name. Its runs wait until the secret is given again.',
  ),
  secretReference: described(
    v.nullable(secretReference),
    'Where the server reads its secret each time; null if it is kept or there is none.',
  ),
  capabilities: described(capabilities, 'What it can print.'),
  status: described(printerStatus, 'Whether it accepts runs.'),
  health: described(
    v.nullable(
      v.object({
        ok: described(v.boolean(), 'Whether it answered.'),
        detail: described(v.string(), 'The answer as a sentence.'),
        at: described(dateTime, 'When (RFC 3339, UTC).'),
      }),
    ),
    'State at the last query or hand-over; null before the first.',
  ),
  revision: fields.revision,
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})

const secret = v.pipe(v.string(), v.minLength(1), v.maxLength(printerLimits.secret))
const secretText =
  'SFTP: the password, or the private key in PEM. HTTPS: the signing secret. Encrypted; never returned.'

export const printerInput = namedStrictObject('PrinterCreate', 'A new printer.', {
  key: described(key, 'Key in files: lower-case letters, digits and hyphens.'),
  name: described(line(100), 'Display name.'),
  kind: described(printerKind, 'How packages reach it.'),
  settings: described(settings, 'Connection settings.'),
  secret: described(v.optional(secret), secretText),
  capabilities: described(v.optional(capabilities, {}), 'What it can print.'),
})
export type PrinterInput = v.InferOutput<typeof printerInput>

export const printerPatch = namedStrictObject(
  'PrinterUpdate',
  'Changes to a printer. Absent fields stay unchanged.',
  {
    name: described(v.optional(line(100)), 'Display name.'),
    settings: described(
      v.optional(settings),
      'Connection settings; replaces all of them. With another destination (kind, host, port, user, host key or certificate authority) a kept secret must be given again.',
    ),
    secret: described(v.optional(v.nullable(secret)), `${secretText} Null removes it.`),
    capabilities: described(v.optional(capabilities), 'What it can print; replaces all of it.'),
    ...proofFields,
  },
)
export type PrinterPatch = v.InferOutput<typeof printerPatch>

export const printerParams = v.strictObject({ id: described(v.string(), 'Id of the printer, `prn_…`.') })

export const printerAnswerSchema = namedObject('PrinterTest', 'The answer of a printer to a test.', {
  ok: described(v.boolean(), 'Whether it can be used.'),
  detail: described(v.string(), 'The answer as a sentence.'),
  capabilities: described(v.nullable(capabilities), 'Capabilities that it reports; null if it reports none.'),
})

const match = namedStrictObject(
  'PrinterRuleMatch',
  'Which runs a rule matches. An absent field matches all.',
  {
    organisationId: described(v.optional(id), 'Runs of this organisation, `org_…`.'),
    specificationId: described(v.optional(id), 'Runs of this specification, `psp_…`.'),
    ...printerMatch,
  },
)

export const printerRule = namedStrictObject('PrinterRule', 'Assigns the runs that it matches to printers.', {
  match: described(match, 'Which runs it matches.'),
  printers: described(
    v.pipe(v.array(id), v.minLength(1), v.maxLength(printerLimits.printersOfRule)),
    'Ids of the printers, `prn_…`: the first choice, then its fallbacks.',
  ),
  fallBackMinutes,
})

export const printerRules = namedStrictObject(
  'PrinterRules',
  'The printer rules, in order. The first that matches a run applies.',
  {
    rules: described(
      v.pipe(v.array(printerRule), v.maxLength(printerLimits.rules)),
      'The rules. Runs that match none go to the default printer.',
    ),
  },
)
/** The form that a portal session sends. */
export const provenPrinterRules = namedStrictObject(
  'ProvenPrinterRules',
  'The rules with the password of the user who replaces them in the portal.',
  { ...printerRules.entries, ...proofFields },
)
/** Checked by the handler, so that errors name the fields of one form. */
export const printerRulesBody = checkedByHandler(v.union([printerRules, provenPrinterRules]))
export type PrinterRulesInput = v.InferOutput<typeof printerRules>
