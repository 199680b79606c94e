import { billingActions } from './billing.ts'
import { capActions } from './caps.ts'
import type { Client } from './client.ts'
import { externalActions } from './external.ts'
import { fileActions } from './files.ts'
import { itemActions } from './items.ts'
import { mailingActions } from './mailings.ts'
import { operatorActions } from './operator.ts'
import { printerActions } from './printers.ts'
import { testModeActions } from './test-mode.ts'
import { webhookActions } from './webhooks.ts'
import { wishActions } from './wishes.ts'

/** An action of a customer's program, a member or an operator. */
export interface Action {
  /** Relative probability. */
  weight: number
  /** The only mode of the action; both by default. */
  mode?: 'live' | 'test'
  /** Only in seeds that print much. */
  isAboutPrinting?: boolean
  do(client: Client): Promise<void>
}

const actions: readonly Action[] = [
  ...itemActions,
  ...webhookActions,
  ...mailingActions,
  ...billingActions,
  ...testModeActions,
  ...operatorActions,
  ...printerActions,
  ...capActions,
  ...fileActions,
  ...externalActions,
  ...wishActions,
]

/** Performs one random action. */
export const performAction = async (client: Client): Promise<void> => {
  const own = actions.filter(
    ({ mode, isAboutPrinting = false }) =>
      (mode === undefined || mode === client.account.mode) &&
      (!isAboutPrinting || client.simulation.profile.printsMuch),
  )
  let point = client.random.float() * own.reduce((sum, { weight }) => sum + weight, 0)
  for (const action of own) {
    point -= action.weight
    if (point < 0) return action.do(client)
  }
}
