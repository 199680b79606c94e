import * as v from 'valibot'
import { operatorScopes, ownerRole } from '../../../engine/access/permissions.ts'
import { userActor } from '../../../engine/audit/actor.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { transact } from '../../../engine/transact.ts'
import { invalid } from '../../../kernel/errors.ts'
import { described, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { everyone } from '../../../ports/store.ts'
import { openLink } from '../../people/accounts/links.ts'
import { assertUsablePassword, hashPassword, newPassword } from '../../people/accounts/password.ts'
import { deadLink, emailAddress, newUser, personName } from '../../people/accounts/users.ts'
import { newMember } from '../../people/membership/members.ts'
import { currentSessionSchema } from '../../people/schema.ts'
import { currentSession } from '../../people/sessions/sessions.ts'
import { refuseOtherSites, signIn } from '../../people/sessions/sign-in.ts'
import { insertOrganisation } from '../manage.ts'
import { organisationInput } from '../schema.ts'
import { organisationSentences } from '../sentences.ts'

const setupInput = namedStrictObject(
  'Setup',
  'The first user of an instance and, if there is none yet, the organisation that they own.',
  {
    token: described(
      v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
      'The token that the server prints at its first start.',
    ),
    email: described(emailAddress, 'E-mail address of the first user.'),
    name: described(personName, 'Name of the first user.'),
    password: described(newPassword, 'Password of the first user.'),
    organisation: described(
      v.optional(organisationInput),
      'Required if the instance has no organisation yet; otherwise the oldest one is used.',
    ),
  },
)

export const setUp = defineOperation({
  id: 'setup.create',
  method: 'POST',
  path: '/setup',
  summary: 'Create the first user of an instance',
  description:
    'Requires the link that `lettershop serve` prints while there is no user. The first user owns the organisation and operates the instance (`platform.admin`, `runs.manage`). Requires `X-Csrf-Protection: 1`.',
  permission: 'public',
  effect: 'public',
  body: setupInput,
  output: currentSessionSchema,
  status: 201,
  location: '/session',
  errors: ['cross_site_refused'],
  async handler(context, { body }) {
    const { services, client, requestId } = context
    refuseOtherSites(client)
    const open = await services.store.read((rows) => openLink(services, rows, body.token, 'SETUP'))
    if (!open) throw deadLink()
    await assertUsablePassword(body.password, body.email)
    const user = newUser(services, {
      ...body,
      passwordHash: await hashPassword(services, body.password),
      operatorScopes,
    })
    return transact(
      services,
      async (transaction) => {
        const { rows } = transaction
        const link = await openLink(services, rows, body.token, 'SETUP')
        if (!link || (await rows.users.count(everyone, {})) > 0) throw deadLink()
        const links = await rows.links.remove(everyone, { purpose: 'SETUP' })
        // A concurrent request has used the link.
        if (links === 0) throw deadLink()
        // The oldest organisation is locked only if it is used: the id of a new one comes from this server's
        // clock and may sort before it, against the lock order.
        const [oldest] = body.organisation
          ? []
          : await rows.organisations.find(everyone, {}, { order: [{ field: 'createdAt' }], limit: 1 })
        if (!oldest && !body.organisation) {
          throw invalid('organisation', organisationSentences.sentence('required.organisation_name'))
        }
        const organisation = body.organisation
          ? await insertOrganisation(services, transaction, body.organisation)
          : oldest!
        await rows.users.insert(user)
        await rows.members.insert(
          newMember(services, { organisationId: organisation.id }, user.id, [ownerRole]),
        )
        return currentSession(services, rows, await signIn(context, rows, user, organisation.id))
      },
      userActor(user, { operation: 'setup.create', requestId }),
    )
  },
})
