import { createSeededRandom } from '../../../src/adapters/memory/random.ts'
import { type Core, createCore } from '../../../src/core/app/index.ts'
import { callCore, type TestCall, type TestResponse, type TestShop } from '../shop.ts'
import { openSecondStore } from './database.ts'

/**
 * A second server on the database of a shop. It shares the shop's other ports, such as clock, receivers and
 * printers.
 */
export interface Twin {
  core: Core
  call(operation: string, call?: TestCall): Promise<TestResponse>
}

/** Each further server needs its own random `seed`, because ids are derived from it. */
export const twinOf = async (shop: TestShop, seed = 2): Promise<Twin> => {
  const store = await openSecondStore(shop.services.store)
  const ports = { ...shop.services, store, rateCounter: store.rateCounter, random: createSeededRandom(seed) }
  const core = createCore(ports, shop.services.config)
  return {
    core,
    call: (operation, call = {}) =>
      callCore(core, operation, { key: call.session || call.client ? null : shop.keys.live, ...call }),
  }
}
