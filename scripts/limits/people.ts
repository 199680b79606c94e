import { maxIdleMinutes } from '../../bin/cli/settings.ts'
import { passwordQueue } from '../../src/adapters/scrypt-passwords.ts'
import { sessionMs } from '../../src/core/engine/access/session.ts'
import { longest as auditValueLength } from '../../src/core/engine/audit/changes.ts'
import { securityLogLimits } from '../../src/core/engine/audit/security-log.ts'
import { requestLogLimits } from '../../src/core/engine/request-log.ts'
import { maxActiveKeys, rotation } from '../../src/core/features/developers/key-schema.ts'
import { maxKeyDays } from '../../src/core/features/developers/keys.ts'
import { holdLimits } from '../../src/core/features/instance/holds.ts'
import { retentionDays, suspensionReasonLength } from '../../src/core/features/organisations/schema.ts'
import { invitationMs, resetLinkMs, setupLinkMs } from '../../src/core/features/people/accounts/links.ts'
import {
  fewGuesses,
  minDifferentCharacters,
  passwordLength,
} from '../../src/core/features/people/accounts/password.ts'
import { enrolmentMs, recoveryCodeCount } from '../../src/core/features/people/accounts/second-factor.ts'
import { guessLimits } from '../../src/core/features/people/accounts/sign-in-attempts.ts'
import { maxPendingInvitations } from '../../src/core/features/people/membership/invitations.ts'
import { maxRoles, maxRolesOfMember, maxTypedCode } from '../../src/core/features/people/schema.ts'
import { maxResetsAnHour } from '../../src/core/features/people/sessions/password-reset.ts'
import { retryLimit } from '../../src/core/features/platform/jobs.ts'
import { aboutLimits } from '../../src/core/features/privacy/schema.ts'
import { ticketLimits } from '../../src/core/features/support/schema.ts'
import { defaultConfig } from '../../src/core/kernel/config.ts'
import { codePeriodMs } from '../../src/core/ports/credentials.ts'
import { count, days, hours, minutes, type Section, seconds } from './limit.ts'

const { pair, address, account, device, code } = guessLimits

export const people: Section = {
  heading: 'Users and keys',
  limits: [
    [
      'A portal session',
      `${defaultConfig.sessionIdleMinutes} minutes after its last use, to the minute (\`sessionIdleMinutes\`, 1 to ${count(maxIdleMinutes)}); ${days(sessionMs)} days in total`,
      '401 `session_invalid`',
    ],
    [
      'A password',
      `${passwordLength.min} to ${passwordLength.max} characters, at least ${minDifferentCharacters} of them different; does not contain the e-mail address; needs at least ${count(10 ** fewGuesses / 1e6)} million guesses by an estimate that knows the 10,000 most common passwords ([passwords](design/users.md#passwords))`,
      '422',
    ],
    [
      'Wrong passwords',
      `in ${minutes(pair.windowMs)} minutes ${pair.limit} for an account from one address, and ${address.limit} from one address; in ${minutes(account.windowMs)} minutes ${account.limit} for an account from all addresses; a browser that has signed in with this password has its own count of ${device.limit} in ${minutes(device.windowMs)} minutes ([password guessing](design/users.md#password-guessing))`,
      '429 `rate_limited`',
    ],
    [
      'Passwords checked at the same time',
      `${passwordQueue.concurrency}, and ${passwordQueue.waiting} waiting`,
      '429 `rate_limited`, `Retry-After: 5`',
    ],
    [
      'Codes of a second factor',
      `six digits, accepted once, within ${seconds(3 * codePeriodMs)} s around the ${seconds(codePeriodMs)} s for which they are displayed; ${code.limit} wrong codes in ${hours(code.windowMs)} hours for an account, and ${code.limit} from each known browser ([second factor](design/users.md#second-factor)). A wrong code also counts as a wrong password`,
      '401 `second_factor_failed`; 429 `rate_limited`. Recovery codes still work',
    ],
    ['Recovery codes', `${recoveryCodeCount}; each works once`, '401 `second_factor_failed`'],
    ['Length of a typed code, with spaces and dashes', `${maxTypedCode} characters`, '422 on `code`'],
    [
      'Time to confirm a new second factor with its first code',
      `${minutes(enrolmentMs)} minutes`,
      '409 `invalid_state`',
    ],
    [
      'A reset link',
      `works once, for ${hours(resetLinkMs)} hours, until the password changes; ${maxResetsAnHour} mails an hour to one address`,
      '422 on `token`; no mail',
    ],
    [
      'An invitation',
      `works once, for ${days(invitationMs)} days, while the inviting member could still send it; ${maxPendingInvitations} pending in an organisation`,
      '422 on `token`; 409 `invalid_state`',
    ],
    ['The link that creates the first user', `valid for ${days(setupLinkMs)} days`, '422 on `token`'],
    [
      'Roles that an organisation adds',
      `${maxRoles}; ${maxRolesOfMember} for one member`,
      '409 `invalid_state`; 422 on `roles`',
    ],
    [
      'Active API keys of an organisation',
      `${maxActiveKeys}; after a rotation the old key works for another ${rotation.defaultHours} hours, or 0 to ${rotation.maxHours} on request`,
      '409 `invalid_state`; 422 on `overlapHours`',
    ],
    [
      'A key with an operator’s scope, created by the command line',
      `expires in 1 to ${maxKeyDays} days`,
      '422 on `expiresInDays`',
    ],
  ],
}

export const records: Section = {
  heading: 'Logs, retention and support',
  limits: [
    [
      'A value in the audit log',
      `${count(auditValueLength)} characters`,
      'the log contains its length instead',
    ],
    [
      'Observed security events (failed sign-ins, lockouts, revoked keys, refused hosts)',
      `${securityLogLimits.perHour} different events of one kind an hour in an organisation’s log; repetitions within a minute are counted in one entry; kept for ${securityLogLimits.days} days`,
      'one entry an hour counts the rest ([security events](design/security.md#security-events))',
    ],
    [
      'The request log',
      `${count(requestLogLimits.rows)} requests of the last ${requestLogLimits.days} days in each mode; ${requestLogLimits.perSecond} a second for an organisation, and ${requestLogLimits.perSecond} failures`,
      'the oldest are removed; further ones in that second are omitted',
    ],
    [
      '`addressRetentionDays`, `pdfRetentionDays`',
      `${retentionDays.min} to ${retentionDays.max} days`,
      '422',
    ],
    ['Items in one answer of `items.about`', count(aboutLimits.items), 'use `nextCursor`'],
    [
      'Stored payloads in one answer of `items.about`',
      count(aboutLimits.payloads),
      '`payloadCount` counts all',
    ],
    [
      'Tickets of an organisation that are not closed; messages in one ticket',
      `${ticketLimits.unclosed}; ${ticketLimits.messages}`,
      '409 `invalid_state`',
    ],
    [
      'Reason for holding printing or invoicing; invoice number to continue after',
      `1 to ${holdLimits.reasonLength} characters; ${holdLimits.numberLength} characters`,
      '422',
    ],
    ['Reason for suspending an organisation', `1 to ${suspensionReasonLength} characters`, '422'],
    ['Jobs retried by one `jobs.retryFailed`', count(retryLimit), '`hasMore`: call again'],
    [
      'A ticket’s subject and text',
      `${ticketLimits.subjectLength} and ${count(ticketLimits.textLength)} characters`,
      '422',
    ],
  ],
}
