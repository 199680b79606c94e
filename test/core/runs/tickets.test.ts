import { describe, expect, test } from 'vitest'
import { packageFacts } from '../../../src/core/features/runs/package/facts.ts'
import { manifestHead } from '../../../src/core/features/runs/package/manifest.ts'
import { ticketText } from '../../../src/core/features/runs/package/ticket.ts'
import { xjdfTicket } from '../../../src/core/features/runs/package/xjdf.ts'
import { createMailShop } from '../../support/mail.ts'
import { before, cutoff, filesOf, manifestOf, printed, sha256, textOf } from '../../support/packages.ts'

describe('the tickets of a print package', () => {
  test('include one for operators', async () => {
    const { run, files } = await printed()
    const ticket = textOf(files, 'ticket.txt')
    for (const text of [
      run.id,
      'Kaas & Co',
      'Postcard A6',
      '148 × 105 mm',
      'bleed 3 mm',
      'Pieces         3',
    ]) {
      expect(ticket).toContain(text)
    }
    expect(ticket).toContain(`${run.id}_002.pdf   pieces 3 to 3, 2 pages`)
    expect(ticket).not.toContain('TEST')
  })

  test('include one for machines: product, files and date', async () => {
    const { run, files } = await printed()
    const file = (index: number) => run.parts[index]!
    const expected = `
<XJDF xmlns="http://www.CIP4.org/JDFSchema_2_0" Version="2.1" Types="Product" JobID="${run.id}" DescriptiveName="Postcard A6 for Kaas &amp; Co">
  <AuditPool>
    <AuditCreated>
      <Header AgentName="Lettershop" AgentVersion="fake-renderer 1" DeviceID="lettershop" Time="2026-01-05T09:00:00.000Z"/>
    </AuditCreated>
  </AuditPool>
  <Comment Type="Instruction">3 pieces, all different, one after the other in the files: keep them in sequence. Look at proof.pdf first. Check the files with SHA256SUMS.</Comment>
  <ProductList>
    <Product ID="PRODUCT" IsRoot="true" ProductType="Postcard" DescriptiveName="Postcard, Postcard A6" ExternalID="psp_01JGFJJZ00PSTCARDA6XAMP001" Amount="3">
      <Comment Type="Instruction">Stock: Silk-coated board, 300 g/m², coated, at most 330 % ink. Finishing: none. Sheets a piece: 1.</Comment>
      <Intent Name="ColorIntent">
        <ColorIntent>
          <SurfaceColor Surface="Front" ColorsUsed="Cyan Magenta Yellow Black" PrintStandard="FOGRA39"/>
          <SurfaceColor Surface="Back" ColorsUsed="Cyan Magenta Yellow Black" PrintStandard="FOGRA39"/>
        </ColorIntent>
      </Intent>
      <Intent Name="LayoutIntent">
        <LayoutIntent Bleed="8.5" Dimensions="419.53 297.64" FinishedDimensions="419.53 297.64 0" Pages="2" Sides="TwoSidedHeadToHead"/>
      </Intent>
      <Intent Name="MediaIntent">
        <MediaIntent MediaType="Paper" MediaQuality="Silk-coated board" Weight="300"/>
      </Intent>
      <Intent Name="VariableIntent">
        <VariableIntent VariableType="Area" VariableQuality="Full" MinPages="2" MaxPages="2"/>
      </Intent>
    </Product>
  </ProductList>
  <ResourceSet Name="Contact" Usage="Input">
    <Resource>
      <Part ContactType="Customer"/>
      <Contact>
        <Company OrganizationName="Kaas &amp; Co"/>
      </Contact>
    </Resource>
  </ResourceSet>
  <ResourceSet Name="CustomerInfo" Usage="Input">
    <Resource>
      <CustomerInfo CustomerID="${run.organisationId}"/>
    </Resource>
  </ResourceSet>
  <ResourceSet Name="DeliveryParams" Usage="Input">
    <Resource>
      <Comment Type="Instruction">To the mail carrier, in sequence: the pieces are sorted by country and postal code.</Comment>
      <Comment Type="Instruction">Postage: as agreed with the carrier.</Comment>
      <Comment Type="Instruction">Tray 1: NL 10 to 97, pieces 1 to 2 (${run.id}_001.pdf)</Comment>
      <Comment Type="Instruction">Tray 2: DE 10, pieces 3 to 3 (${run.id}_002.pdf)</Comment>
      <DeliveryParams Required="2026-01-06T09:00:00.000Z">
        <DropItem Amount="3" ItemRef="PRODUCT"/>
      </DeliveryParams>
    </Resource>
  </ResourceSet>
  <ResourceSet Name="NodeInfo" Usage="Input">
    <Resource>
      <NodeInfo Status="Waiting"/>
    </Resource>
  </ResourceSet>
  <ResourceSet Name="RunList" Usage="Input">
    <Resource>
      <GeneralID IDUsage="SHA256" IDValue="${file(0).sha256}"/>
      <Part Run="${run.id}_001"/>
      <RunList NPage="4" Pages="0 3">
        <FileSpec MimeType="application/pdf" FileSize="${file(0).bytes}" URL="${file(0).name}"/>
      </RunList>
    </Resource>
    <Resource>
      <GeneralID IDUsage="SHA256" IDValue="${file(1).sha256}"/>
      <Part Run="${run.id}_002"/>
      <RunList NPage="2" Pages="0 1">
        <FileSpec MimeType="application/pdf" FileSize="${file(1).bytes}" URL="${file(1).name}"/>
      </RunList>
    </Resource>
  </ResourceSet>
</XJDF>`
    expect(textOf(files, 'ticket.xjdf')).toBe(`<?xml version="1.0" encoding="UTF-8"?>${expected}`)
    const { ticket } = manifestOf(files)
    const bytes = files.get('ticket.xjdf')!
    expect(ticket).toEqual({ name: 'ticket.xjdf', bytes: bytes.length, sha256: sha256(bytes) })
  })

  test('of a letter describe folding and envelope', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post({ mode: 'test', postflow: 'Offer letter' })
    await shop.advanceTestClock(cutoff)
    const [run] = await shop.runs()
    const files = filesOf(shop.printers.test, run!.id)
    const window = 'window 90 × 45 mm at 20 mm from the left and 45 mm from the top of page 1 (play 2 mm)'
    for (const line of [
      'Pages a piece  2 to 4, sheets 1 to 2',
      'Printing       duplex, head to head: every piece begins on the front of a sheet of its own',
      'Fold           once across, all sheets of a piece together, the top half of page 1 outside',
      `Envelope       C5, 229 × 162 mm, ${window}`,
      'Inserts        none',
      'Marks          a DataMatrix on every sheet: LS1, run, place, item, sheet and sheets, end of set, check',
      'Pages          2',
      'Sheets         1',
    ]) {
      expect(textOf(files, 'ticket.txt')).toContain(`${line}\n`)
    }
    expect(textOf(files, 'ticket.xjdf')).toContain(`
    <Product ID="PRODUCT" IsRoot="true" ProductType="FilledEnvelope" DescriptiveName="Window letter, Window letter C5" ExternalID="psp_01JGFJJZ00WNDETTERC5XAMP03" Amount="1">
      <Intent Name="AssemblingIntent">
        <AssemblingIntent Container="ENVELOPE">
          <AssemblyItem ChildRef="CONTENT"/>
        </AssemblingIntent>
      </Intent>
    </Product>
    <Product ID="ENVELOPE" IsRoot="false" ProductType="Envelope" DescriptiveName="C5" Amount="1">
      <Comment Type="Instruction">C5, 229 × 162 mm, ${window}</Comment>
      <Intent Name="LayoutIntent">
        <LayoutIntent FinishedDimensions="649.13 459.21 0"/>
      </Intent>
    </Product>
    <Product ID="CONTENT" IsRoot="false" ProductType="Letter" Amount="1">
      <Comment Type="Instruction">Stock: Uncoated, 90 g/m², uncoated, at most 300 % ink. Finishing: none. Sheets a piece: 1 to 2.</Comment>
      <Intent Name="ColorIntent">
        <ColorIntent>
          <SurfaceColor Surface="Front" ColorsUsed="Cyan Magenta Yellow Black" PrintStandard="FOGRA29"/>
          <SurfaceColor Surface="Back" ColorsUsed="Cyan Magenta Yellow Black" PrintStandard="FOGRA29"/>
        </ColorIntent>
      </Intent>
      <Intent Name="FoldingIntent">
        <FoldingIntent FoldCatalog="F4-1">
          <Fold From="Front" To="Down" Travel="420.94"/>
        </FoldingIntent>
      </Intent>
      <Intent Name="LayoutIntent">
        <LayoutIntent Bleed="8.5" Dimensions="595.28 841.89" FinishedDimensions="595.28 420.94 0" Sides="TwoSidedHeadToHead"/>
      </Intent>
      <Intent Name="MediaIntent">
        <MediaIntent MediaType="Paper" MediaQuality="Uncoated" Weight="90"/>
      </Intent>
      <Intent Name="VariableIntent">
        <VariableIntent VariableType="Area" VariableQuality="Full" MinPages="2" MaxPages="4"/>
      </Intent>
    </Product>
  </ProductList>`)
    expect(manifestOf(files).specification).toMatchObject({
      plex: 'duplex',
      pages: { min: 1, max: 4 },
      fold: 'half',
      envelope: { name: 'C5', w: 229, h: 162, window: { x: 20, y: 45, w: 90, h: 45 }, play: 2 },
    })
  })

  test('list inserts, franking, paper and contact', async () => {
    const shop = await createMailShop({ clock: before })
    const details = {
      stock: {
        key: 'uncoated-90',
        name: 'Uncoated',
        gsm: 90,
        coated: false,
        colourProfile: 'FOGRA39',
        maxInkPercent: 300,
      },
      postage: {
        key: 'letter-24',
        carrier: 'PostNL',
        name: 'Letter 24 h',
        indicia: 'PP\n1234',
        costCents: null,
      },
      finishing: ['perforated'],
      inserts: [{ key: 'reply-card', name: 'Reply card', grams: 4 }],
      extras: [],
    }
    await shop.services.store.write(async (rows) => {
      await rows.facts.insert({
        id: 'seller',
        value: JSON.stringify({ name: 'Drukkerij De Pers', email: 'press@example.nl', timeZone: 'UTC' }),
      })
    })
    await shop.post({ mode: 'test', postflow: 'Offer letter' })
    await shop.advanceTestClock(cutoff)
    const [run] = await shop.runs()
    const facts = await packageFacts(shop.services, run!)
    const specification = { ...facts.specification, details }
    const ticket = ticketText(manifestHead(shop.services, { ...facts, specification }))
    for (const line of [
      'Contact        Drukkerij De Pers, press@example.nl',
      'Paper          Uncoated, 90 g/m², uncoated, at most 300 % ink',
      'Finishing      perforated',
      'Inserts        Reply card (4 g)',
      'Postage        PostNL, Letter 24 h, indicia “PP / 1234”',
    ]) {
      expect(ticket).toContain(`${line}\n`)
    }
    const xml = JSON.stringify(xjdfTicket({ ...facts, specification }))
    for (const text of [
      'INSERT_1',
      'Reply card, 4 g',
      'indicia “PP / 1234”',
      'mailto:press@example.nl',
      'at most 300 % ink',
    ]) {
      expect(xml).toContain(text)
    }
  })

  test('of a test run forbid printing', async () => {
    const shop = await createMailShop({ clock: before })
    await shop.post({ mode: 'test' })
    await shop.advanceTestClock(cutoff)
    const [run] = await shop.runs()
    const files = filesOf(shop.printers.test, run!.id)
    expect(textOf(files, 'ticket.txt')).toContain('DO NOT PRINT')
    expect(textOf(files, 'ticket.xjdf')).toContain('TEST: DO NOT PRINT')
    expect(textOf(files, 'ticket.xjdf')).toContain('<NodeInfo Status="Suspended"/>')
  })
})
