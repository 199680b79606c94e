import type { Services } from '../../engine/services.ts'
import type { RunRow } from '../../model/runs.ts'
import type { HandOver } from '../../ports/print-partner.ts'
import { specificationAt } from '../products/versions.ts'

/** What a printer is told of the sheets of a run: as they were drawn, whatever the specification is now. */
export const handedSheet = (services: Services, run: RunRow): Promise<NonNullable<HandOver['sheet']>> =>
  services.store.read(async (rows) => {
    const { sheet } = await specificationAt(services, rows, run.specificationId, run.specificationVersion)
    return { plex: sheet.plex, w: sheet.trim.w, h: sheet.trim.h }
  })
