import { sentences } from '../../kernel/sentences.ts'

/** What is wrong with what a person sends about an account. */
export const peopleSentences = sentences({
  'required.second_factor':
    'Send the same again with code: the one that your authenticator shows, or a recovery code.',
  'required.own_password':
    'This changes where live mail or a kept secret goes. Confirm it with your password (currentPassword).',
  'wrong.second_factor':
    'This code is wrong, too old or was used before. Wait for the next one that your authenticator shows, or take a recovery code.',
  second_factor_required:
    'Send the same again with code: the one that your authenticator shows, or a recovery code.',
  second_factor_failed:
    'This code is wrong, too old or was used before. Wait for the next one that your authenticator shows, or take a recovery code.',
  'unknown.role': 'There is no role {role}.',
  'expired.link': 'This link does not work any more. Ask for a new one.',
  'required.organisation_or_operator': 'Name an organisation, or make the user an operator.',
  'wrong.password': 'This is not your present password.',
  'wrong.authenticator': 'This is not the code that your authenticator shows now.',
  'taken.member': '{email} is a member already.',
  'invalid_value.password': 'Use at least five different characters in the password.',
  too_easy: 'Choose a password that does not contain the e-mail address.',
  too_common:
    'This is one of the passwords that are tried first, or little more than one. Take some words that have nothing to do with each other.',
})

/** Why somebody does not get in, or an account, a role or an invitation stays as it is. */
export const peopleProblems = sentences({
  'rate_limited.password': 'Too many attempts. Try again in {seconds} s. Ask for a reset link otherwise.',
  'rate_limited.code':
    'Too many attempts. Try again in {seconds} s. A recovery code works now, as does a browser that you signed in with.',
  'invalid_state.invitation_mailed':
    'This invitation was mailed to {email}. Invite the address again to mail another one.',
  'invalid_state.links_mailed':
    'Links are mailed on this server now. Invite the address again, and its owner gets one.',
  'invalid_state.unverified_account':
    '{email} has an account already, and that address was never verified: another person may have made the account. If you mean this account, say {how}.',
  'invalid_state.account_of_another':
    '{email} has an account already, and it may belong to another person by now. If you mean this account, say {how}.',
  'session_invalid.account_gone': 'This account no longer exists.',
  'not_found.user': 'There is no user {email}.',
  'invalid_state.user_disabled': '{email} is disabled.',
  'invalid_state.user_without_factor': '{email} has no second factor.',
  'invalid_state.is_member': '{email} is a member of it already.',
  'not_found.organisation': 'There is no organisation {id}.',
  'invalid_state.has_password': '{email} has an account; user reset-link sets a new password.',
  'sign_in_failed.password': 'E-mail address and password do not match. Check both, or ask for a reset link.',
  'cross_site_refused.sign_in': 'Send X-Csrf-Protection: 1 from a page of this server.',
  'invalid_state.own_account': 'This is your own account. Another operator has to do this.',
  'rate_limited.signing_in': 'Too many people are signing in at this moment. Try again shortly.',
  'session_invalid.over': 'This session is over.',
  'invalid_state.no_second_factor': 'You have no second factor.',
  'still_referenced.role': 'The role {name} is still given to a member or an invitation.',
  'invalid_state.too_many_invitations': '{limit} invitations are pending: revoke some first.',
  'invalid_state.invitation_ended': 'This invitation is no longer pending.',
  'sign_in_failed.as': 'Sign in as {email} first, or send the password with the link.',
  'invalid_state.account_exists': 'This account exists already.',
  'invalid_state.nothing_to_confirm':
    'No second factor waits for its first code. Begin with secondFactor.begin.',
  'invalid_state.too_many_roles': 'The organisation has {limit} roles of its own, and cannot have more.',
  'invalid_state.unverified':
    'The address {email} is not verified yet. Ask its owner to follow a link that is mailed to them: “Forgot password” sends one.',
  'invalid_state.last_owner': 'This is the organisation’s last owner. Make another member an owner first.',
  'insufficient_scope.permissions': 'This is about permissions that you do not have yourself: {permissions}.',
})
