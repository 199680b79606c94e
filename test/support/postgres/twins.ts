import { createSeededRandom } from '../../../src/adapters/memory/random.ts'
import { type Core, createCore } from '../../../src/core/app/index.ts'
import { callCore, type TestCall, type TestResponse, type TestShop } from '../shop.ts'
import { storeBeside } from './database.ts'

/** A second server of a shop's database: the same clock, receivers and printers, and nothing else in common. */
export interface Twin {
  core: Core
  call(operation: string, call?: TestCall): Promise<TestResponse>
}

/** Each further one needs chance of its own (`seed`): ids are made of it. */
export const twinOf = async (shop: TestShop, seed = 2): Promise<Twin> => {
  const store = await storeBeside(shop.services.store)
  const ports = { ...shop.services, store, rateCounter: store.rateCounter, random: createSeededRandom(seed) }
  const core = createCore(ports, shop.services.config)
  return {
    core,
    call: (operation, call = {}) =>
      callCore(core, operation, { key: call.session || call.client ? null : shop.keys.live, ...call }),
  }
}
