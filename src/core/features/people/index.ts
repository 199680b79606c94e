import { expireInvitation } from './jobs/people.expireInvitation.ts'
import { invitationMail } from './jobs/people.invitationMail.ts'
import { passwordReset } from './jobs/people.passwordReset.ts'
import { peopleRetention } from './jobs/people.retention.ts'
import { acceptInvitation } from './operations/invitations.accept.ts'
import { createInvitation } from './operations/invitations.create.ts'
import { invitationLink } from './operations/invitations.link.ts'
import { listInvitations } from './operations/invitations.list.ts'
import { previewInvitation } from './operations/invitations.preview.ts'
import { revokeInvitation } from './operations/invitations.revoke.ts'
import { getMember } from './operations/members.get.ts'
import { listMembers } from './operations/members.list.ts'
import { patchMember } from './operations/members.patch.ts'
import { removeMemberOperation } from './operations/members.remove.ts'
import { confirmPasswordReset } from './operations/passwordReset.confirm.ts'
import { requestPasswordReset } from './operations/passwordReset.request.ts'
import { changePassword } from './operations/profile.changePassword.ts'
import { patchProfile } from './operations/profile.patch.ts'
import { createRole } from './operations/roles.create.ts'
import { listRoles } from './operations/roles.list.ts'
import { patchRole } from './operations/roles.patch.ts'
import { removeRole } from './operations/roles.remove.ts'
import { beginSecondFactor } from './operations/secondFactor.begin.ts'
import { confirmSecondFactor } from './operations/secondFactor.confirm.ts'
import { getSecondFactor } from './operations/secondFactor.get.ts'
import { renewRecoveryCodes } from './operations/secondFactor.renewRecoveryCodes.ts'
import { turnOffSecondFactor } from './operations/secondFactor.turnOff.ts'
import { createSession } from './operations/session.create.ts'
import { getSession } from './operations/session.get.ts'
import { removeSession } from './operations/session.remove.ts'
import { listSessions } from './operations/sessions.list.ts'
import { revokeSession } from './operations/sessions.remove.ts'
import { revokeOtherSessions } from './operations/sessions.removeOthers.ts'

export const peopleOperations = [
  createSession,
  getSession,
  removeSession,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  patchProfile,
  changePassword,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  turnOffSecondFactor,
  renewRecoveryCodes,
  requestPasswordReset,
  confirmPasswordReset,
  listMembers,
  getMember,
  patchMember,
  removeMemberOperation,
  listRoles,
  createRole,
  patchRole,
  removeRole,
  listInvitations,
  createInvitation,
  invitationLink,
  revokeInvitation,
  previewInvitation,
  acceptInvitation,
]

export const peopleJobs = [peopleRetention, passwordReset, invitationMail, expireInvitation]
