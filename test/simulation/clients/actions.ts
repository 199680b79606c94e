import { billingActions } from './billing.ts'
import type { Client } from './client.ts'
import { fileActions } from './files.ts'
import { itemActions } from './items.ts'
import { mailingActions } from './mailings.ts'
import { operatorActions } from './operator.ts'
import { outsideActions } from './outside.ts'
import { testActions } from './testing.ts'
import { webhookActions } from './webhooks.ts'

/** Something that a program or a person does. */
export interface Action {
  /** How often, beside the others. */
  share: number
  /** In this mode only. */
  mode?: 'live' | 'test'
  do(client: Client): Promise<void>
}

const actions: readonly Action[] = [
  ...itemActions,
  ...webhookActions,
  ...mailingActions,
  ...billingActions,
  ...testActions,
  ...operatorActions,
  ...fileActions,
  ...outsideActions,
]

/** Does one action, which the dice choose. */
export const act = async (client: Client): Promise<void> => {
  const own = actions.filter(({ mode }) => mode === undefined || mode === client.account.mode)
  let point = client.dice.float() * own.reduce((sum, { share }) => sum + share, 0)
  for (const action of own) {
    point -= action.share
    if (point < 0) return action.do(client)
  }
}
