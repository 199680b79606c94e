import { maxIdleMinutes } from '../../bin/cli/settings.ts'
import { sessionMs } from '../../src/core/engine/access/session.ts'
import { longest as auditValueLength } from '../../src/core/engine/audit/changes.ts'
import { securityLogLimits } from '../../src/core/engine/audit/security-log.ts'
import { requestLogLimits } from '../../src/core/engine/request-log/request-log.ts'
import { maxActiveKeys, rotation } from '../../src/core/features/developers/key-schema.ts'
import { maxKeyDays } from '../../src/core/features/developers/keys.ts'
import { retentionDays } from '../../src/core/features/organisations/schema.ts'
import { fewGuesses } from '../../src/core/features/people/guessable.ts'
import { guessLimits } from '../../src/core/features/people/guessing.ts'
import { maxPendingInvitations } from '../../src/core/features/people/invitations.ts'
import { invitationMs, resetLinkMs, setupLinkMs } from '../../src/core/features/people/links.ts'
import { passwordLength } from '../../src/core/features/people/password.ts'
import { recoveryCodeCount } from '../../src/core/features/people/recovery-codes.ts'
import { maxResetsAnHour } from '../../src/core/features/people/resets.ts'
import { maxRoles, maxRolesOfMember, maxTypedCode } from '../../src/core/features/people/schema.ts'
import { enrolmentMs } from '../../src/core/features/people/second-factor.ts'
import { aboutLimits } from '../../src/core/features/privacy/schema.ts'
import { ticketLimits } from '../../src/core/features/support/schema.ts'
import { defaultConfig } from '../../src/core/kernel/config.ts'
import { codePeriodMs } from '../../src/core/ports/one-time-codes.ts'
import { count, days, hours, minutes, type Section, seconds } from './limit.ts'

const { pair, address, account, device, code } = guessLimits

export const people: Section = {
  heading: 'People and keys',
  limits: [
    [
      'A portal session',
      `${defaultConfig.sessionIdleMinutes} minutes after its last use (\`sessionIdleMinutes\`, 1 to ${count(maxIdleMinutes)}; known to the minute), ${days(sessionMs)} days in all`,
      '401 `session_invalid`',
    ],
    [
      'A password',
      `${passwordLength.min} to ${passwordLength.max} characters, at least 5 different ones, without the e-mail address, not guessed in ${count(10 ** fewGuesses / 1e6)} million tries of the 10,000 most used ones ([decision 167](decisions/0167-passwords-that-are-tried-first.md))`,
      '422',
    ],
    [
      'Wrong passwords',
      `in ${minutes(pair.windowMs)} minutes ${pair.limit} for an account from one address and ${address.limit} from one address; in ${minutes(account.windowMs)} minutes ${account.limit} for an account from everywhere; ${device.limit} with a browser that signed in before with this password, which the others do not touch ([decision 61](decisions/0061-passwords-and-guessing.md))`,
      '429 `rate_limited`',
    ],
    ['Passwords that are checked at once', '2, and 32 that wait', '429 `rate_limited`, `Retry-After: 5`'],
    [
      'Codes of a second factor',
      `six digits, for ${seconds(3 * codePeriodMs)} s around the ${seconds(codePeriodMs)} s that show them, once; ${code.limit} wrong ones in ${hours(code.windowMs)} hours for an account, or with a known browser ${code.limit} of its own ([decision 196](decisions/0196-a-second-factor.md)). A wrong one counts as a wrong password too`,
      '401 `second_factor_failed`; 429 `rate_limited`. Recovery codes work meanwhile',
    ],
    ['Recovery codes', `${recoveryCodeCount}, each once`, '401 `second_factor_failed`'],
    ['A code as it is typed, spaces and dashes included', `${maxTypedCode} characters`, '422 on `code`'],
    [
      'A second factor that waits for its first code',
      `${minutes(enrolmentMs)} minutes`,
      '409 `invalid_state`',
    ],
    [
      'Reset links',
      `works once, for ${hours(resetLinkMs)} hours, until the password changes; ${maxResetsAnHour} mails an hour to one address`,
      '422 on `token`; no mail',
    ],
    [
      'Invitations',
      `works once, for ${days(invitationMs)} days, while its maker may invite to the same; ${maxPendingInvitations} pending in an organisation`,
      '422 on `token`; 409 `invalid_state`',
    ],
    ['The link that makes the first user', `${days(setupLinkMs)} days`, '422 on `token`'],
    [
      'Roles of an organisation’s own',
      `${maxRoles}; ${maxRolesOfMember} on one member`,
      '409 `invalid_state`; 422 on `roles`',
    ],
    [
      'API keys of an organisation that work',
      `${maxActiveKeys}; after a rotation the old one goes on for ${rotation.defaultHours} hours, 0 to ${rotation.maxHours} on request`,
      '409 `invalid_state`; 422 on `overlapHours`',
    ],
    [
      'A key of the command line with an operator’s scope',
      `ends in 1 to ${maxKeyDays} days`,
      '422 on `expiresInDays`',
    ],
  ],
}

export const records: Section = {
  heading: 'Logs, retention and support',
  limits: [
    ['A value in the audit log', `${count(auditValueLength)} characters`, 'its length is told instead'],
    [
      'Security events that are only observed (failed sign-ins, lockouts, ended keys, refused hosts)',
      `${securityLogLimits.perHour} different ones of a kind in an hour in one organisation’s log, each counted for a minute; rows are kept for ${securityLogLimits.days} days`,
      'of the rest the number is told, once an hour ([decision 170](decisions/0170-what-was-tried-is-seen-and-kept.md))',
    ],
    [
      'The request log',
      `${count(requestLogLimits.rows)} requests of ${requestLogLimits.days} days in each mode; ${requestLogLimits.perSecond} of an organisation in a second, and ${requestLogLimits.perSecond} failures`,
      'the oldest go; the rest of the second is left out',
    ],
    [
      '`addressRetentionDays`, `pdfRetentionDays`',
      `${retentionDays.min} to ${retentionDays.max} days`,
      '422',
    ],
    ['Items of one answer of `items.about`', count(aboutLimits.items), '`nextCursor`'],
    [
      'Tickets of an organisation that are not closed, messages of one',
      `${ticketLimits.unclosed}, ${ticketLimits.messages}`,
      '409 `invalid_state`',
    ],
    [
      'A ticket’s subject and text',
      `${ticketLimits.subjectLength} and ${count(ticketLimits.textLength)} characters`,
      '422',
    ],
  ],
}
