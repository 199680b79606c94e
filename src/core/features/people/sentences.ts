import { sentences } from '../../kernel/sentences.ts'

export const peopleSentences = sentences({
  'required.second_factor':
    'Send the request again with code: the code in your authenticator app, or a recovery code.',
  'required.own_password':
    'This change redirects live mail or a stored secret. Confirm it with your password (currentPassword).',
  'wrong.second_factor':
    'This code is wrong, expired or already used. Wait for the next code in your authenticator app, or use a recovery code.',
  second_factor_required:
    'Send the request again with code: the code in your authenticator app, or a recovery code.',
  second_factor_failed:
    'This code is wrong, expired or already used. Wait for the next code in your authenticator app, or use a recovery code.',
  'unknown.role': 'There is no role {role}.',
  'expired.link': 'This link no longer works. Request a new one.',
  'required.organisation_or_operator': 'Set organisationId, operator or both.',
  'wrong.password': 'This is not your current password.',
  'wrong.authenticator': 'This is not the current code of your authenticator app.',
  'taken.member': '{email} is already a member.',
  'invalid_value.password': 'Use at least five different characters in the password.',
  too_easy: 'Choose a password that does not contain the e-mail address.',
  too_common:
    'This password is among those that are guessed first, or close to one. Use several unrelated words.',
})

export const peopleProblems = sentences({
  'rate_limited.password': 'Too many attempts. Try again in {seconds} s, or request a reset link.',
  'rate_limited.code':
    'Too many attempts. Try again in {seconds} s. A recovery code works now, and so does a browser that you signed in with before.',
  'invalid_state.invitation_mailed':
    'This invitation was mailed to {email}. To mail another, invite the address again.',
  'invalid_state.links_mailed':
    'This server now sends links by mail. Invite the address again to mail its owner a link.',
  'invalid_state.unverified_account':
    '{email} already has an account with an unverified address, which another person may have created. To use this account, confirm with {how}.',
  'invalid_state.account_of_another':
    '{email} already has an account, which may belong to another person. To use this account, confirm with {how}.',
  'session_invalid.account_gone': 'This account no longer exists.',
  'not_found.user': 'There is no user {email}.',
  'invalid_state.user_disabled': '{email} is disabled.',
  'invalid_state.user_without_factor': '{email} has no second factor.',
  'invalid_state.is_member': '{email} is already a member of this organisation.',
  'not_found.organisation': 'There is no organisation {id}.',
  'invalid_state.has_password': '{email} has an account. Set a new password with user reset-link.',
  'sign_in_failed.password': 'E-mail address and password do not match. Check both, or request a reset link.',
  'cross_site_refused.sign_in': 'Send X-Csrf-Protection: 1 from a page of this server.',
  'invalid_state.own_account': 'This is your own account. Ask another operator to change it.',
  'rate_limited.signing_in': 'Too many users are signing in. Try again shortly.',
  'session_invalid.over': 'This session has ended.',
  'invalid_state.no_second_factor': 'You have no second factor.',
  'still_referenced.role': 'A member or an invitation still has the role {name}.',
  'invalid_state.too_many_invitations': '{limit} invitations are pending. Revoke some first.',
  'invalid_state.invitation_ended': 'This invitation is no longer pending.',
  'sign_in_failed.as': 'Sign in as {email} first, or send the password with the link.',
  'invalid_state.account_exists': 'This account already exists.',
  'invalid_state.nothing_to_confirm':
    'No second factor is waiting for its first code. Begin with secondFactor.begin.',
  'invalid_state.too_many_roles': 'The organisation has {limit} custom roles, which is the limit.',
  'invalid_state.unverified':
    'The address {email} is not verified. Ask its owner to follow a link mailed to it: “Forgot password” sends one.',
  'invalid_state.last_owner': 'This is the organisation’s last owner. Make another member an owner first.',
  'insufficient_scope.permissions': 'You do not have these permissions yourself: {permissions}.',
})
