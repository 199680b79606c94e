import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lettershop, lettershopJson, startServerProcess } from '../support/cli.ts'
import { answersAbout, type Instance, instanceOn, setInFolder, startInstance } from '../support/instance.ts'
import { fault } from '../support/s3/objects.ts'
import { startTestS3, type TestS3 } from '../support/s3/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const data = join(folder, 'data')
let s3: TestS3
let shop: Instance
const printed: string[] = []
let document: string
beforeAll(async () => {
  s3 = await startTestS3()
  process.env.AWS_ACCESS_KEY_ID = s3.keys.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = s3.keys.secretAccessKey
  setInFolder(data, { blobs: s3.address('production') })
  shop = await startInstance(data)
  for (let n = 0; n < 3; n++) printed.push((await shop.post('test', `printed ${n}`)).body.id)
  await shop.cli('clock', 'advance', '--org', shop.organisationId, '--to', 'next-cutoff')
  document = (await shop.send('test', 'GET', `/v1/items/${printed[0]}/document`)).text
})
afterAll(() => s3.close())

const keysIn = (prefix: string) =>
  [...s3.bucket.objects.keys()].filter((key) => key.startsWith(`${prefix}/`) && !key.includes('~')).length

test('files are in the bucket and none in the folder, and doctor reports that it answers', async () => {
  expect(keysIn('production')).toBeGreaterThan(3)
  expect(existsSync(join(data, 'blobs'))).toBe(false)
  const found = await shop.cli('doctor')
  const blobs = () => found.checks.find(({ name }: { name: string }) => name === 'blobs')
  expect(blobs()).toMatchObject({ status: 'fine', detail: 's3://test-bucket/production/ answers' })
})

const blobsByDoctor = async () => {
  const { stdout } = await lettershop(['doctor', '--data', data, '--json'])
  return JSON.parse(stdout).checks.find(({ name }: { name: string }) => name === 'blobs')
}

test('doctor reports that a versioned bucket keeps erased files, and that a bucket does not answer', async () => {
  s3.bucket.setVersioning('Enabled')
  expect(await blobsByDoctor()).toMatchObject({
    status: 'wrong',
    detail: expect.stringContaining('keeps old versions'),
  })
  s3.bucket.setVersioning('Suspended')
  expect(await blobsByDoctor()).toMatchObject({
    status: 'note',
    detail: expect.stringContaining('files written before stay'),
  })
  s3.bucket.setVersioning('')
  s3.onRequest(() => 'cut')
  const { status, detail } = await blobsByDoctor()
  expect({ status, detail }).toEqual({ status: 'wrong', detail: expect.stringContaining('did not answer') })
  expect(detail).not.toMatch(/missing|offer/)
  s3.reset()
})

test('doctor names a request that the store does not support, and reports that no file is known to be missing', async () => {
  s3.onRequest(({ query }) => (query.has('list-type') ? fault(501, 'NotImplemented') : undefined))
  const { status, detail } = await blobsByDoctor()
  expect(status).toBe('wrong')
  expect(detail).toMatch(/^s3:\/\/test-bucket\/production\/ could not be accessed: .*501 NotImplemented/)
  expect(detail).toContain('The request was ListObjectsV2, which this store does not support.')
  expect(detail).toContain('No file is known to be missing')
  s3.reset()
})

test.each([
  [501, 'NotImplemented'],
  [403, 'AccessDenied'],
  [500, 'InternalError'],
])(
  'doctor reports no problem with files if a store answers %d to the request for its versions',
  async (status, code) => {
    s3.onRequest(({ query }) => (query.has('versioning') ? fault(status, code) : undefined))
    const found = await blobsByDoctor()
    expect(found.status).toBe('note')
    expect(found.detail).toMatch(
      /^s3:\/\/test-bucket\/production\/ answers, but does not report whether it keeps old versions/,
    )
    expect(found.detail).toContain(`the store answered ${status} ${code}`)
    expect(found.detail).toContain('The request was GetBucketVersioning')
    s3.reset()
  },
)

test('a backup contains them and is restored into another bucket or folder', async () => {
  const { path, blobs } = await shop.cli('backup', '--to', join(folder, 'backups'))
  expect(blobs.files).toBe(keysIn('production'))
  const checked = await lettershopJson(['backup', 'verify', path])
  expect(checked.checks.filter(({ result }: { result: string }) => result !== 'holds')).toEqual([])
  const before = await answersAbout(shop, 'test', printed)
  await shop.server.end()

  const inBucket = join(folder, 'in-bucket')
  await lettershopJson(['restore', path, '--data', inBucket, '--blobs', s3.address('restored')])
  expect(keysIn('restored')).toBe(blobs.files)
  // The restored config.json names production's bucket, which this instance must not use.
  const wrong = await lettershop(['serve', '--port', '0', '--data', inBucket])
  expect([wrong.code, wrong.stderr]).toEqual([
    16,
    expect.stringContaining('holds the files of another instance'),
  ])
  const inFolder = join(folder, 'in-folder')
  await lettershopJson(['restore', path, '--data', inFolder])
  expect(readdirSync(join(inFolder, 'blobs'))).toContain('runs')
  for (const [at, flag] of [
    [inBucket, s3.address('restored')],
    [inFolder, 'folder'],
  ] as const) {
    setInFolder(at, { blobs: flag })
    const server = await startServerProcess(['--data', at])
    const restored = instanceOn(at, server, shop)
    expect(await answersAbout(restored, 'test', printed)).toEqual(before)
    expect((await restored.send('test', 'GET', `/v1/items/${printed[0]}/document`)).text).toBe(document)
    await server.end()
  }
  const again = await lettershop([
    'restore',
    path,
    '--data',
    join(folder, 'x'),
    '--blobs',
    s3.address('restored'),
  ])
  expect([again.code, again.stderr]).toEqual([4, expect.stringContaining('Restore into an empty place')])
})

test('files move from a folder to a bucket and back, and an interrupted move is repeated', async () => {
  const moving = join(folder, 'in-folder')
  const target = s3.address('moved')
  const move = (to: string) => lettershop(['blobs', 'move', '--data', moving, '--to', to, '--json'])
  let requests = 0
  s3.onRequest(({ method, key }) =>
    method === 'PUT' && key.startsWith('moved/') && ++requests > 4 ? 'cut' : undefined,
  )
  expect((await move(target)).code).toBe(16)
  s3.reset()
  const moved = await move(target)
  expect(moved).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(moved.stdout)).toMatchObject({ files: keysIn('moved'), to: 's3://test-bucket/moved/' })

  const forgotten = await lettershop(['org', 'list', '--data', moving])
  expect([forgotten.code, forgotten.stderr]).toEqual([16, expect.stringContaining('Set --blobs')])
  setInFolder(moving, { blobs: target })
  rmSync(join(moving, 'blobs'), { recursive: true })
  const server = await startServerProcess(['--data', moving])
  const there = instanceOn(moving, server, shop)
  expect((await there.send('test', 'GET', `/v1/items/${printed[0]}/document`)).text).toBe(document)
  expect((await move('folder')).code).toBe(11)
  await server.end()

  expect((await move('folder')).code).toBe(0)
  expect(readdirSync(join(moving, 'blobs'))).toContain('runs')
  setInFolder(moving, { blobs: 'folder' })
  expect((await lettershop(['org', 'list', '--data', moving])).code).toBe(0)
})

test('a server whose bucket does not answer does not start, and reports it in one line', async () => {
  s3.onRequest(() => 'cut')
  const { code, stderr } = await lettershop(['serve', '--port', '0', '--data', data])
  expect([code, stderr.trim().split('\n')]).toEqual([
    16,
    [
      expect.stringMatching(
        /s3:\/\/test-bucket\/production\/ could not read ~lettershop: the store did not answer.*\. The endpoint is http:\S+\. Check it, --blobs and the credentials, and try again\./,
      ),
    ],
  ])
  s3.reset()
})
