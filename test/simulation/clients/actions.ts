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

/** Something that a customer's program, a customer or an operator does. */
export interface Action {
  /** Chosen with a probability in proportion to this. */
  weight: number
  /** The only mode in which it is done; both by default. */
  mode?: 'live' | 'test'
  /** Done only in seeds in which much is printed. */
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

/** Does one random action. */
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
