/** One bench of the report. */
export interface Bench {
  /** The file or folder, as its records name it. */
  name: string
  /** Arguments of Node for each run. */
  commands: string[][]
  /** What the comparison includes, and where it favours one side. */
  comparison: string
}

export const shortName = ({ name }: Pick<Bench, 'name'>): string =>
  name.replace(/^bench\//, '').replace(/\.ts$/, '')

const file = (name: string, comparison: string, ...runs: string[][]): Bench => ({
  name: `bench/${name}.ts`,
  commands: (runs.length > 0 ? runs : [[]]).map((flags) => [`bench/${name}.ts`, ...flags]),
  comparison,
})

/** Where time or memory goes according to a profile, for benches that miss an aim, by short name. */
export const profiles: Record<string, string> = {
  'start-up':
    'Profile: almost all of it is evaluating modules and mapping the executable ([start-up](design/core.md#a-start-loads-no-operation)): some 30 ms of processor time on the serving thread, no single function more than three percent. On processors a third as fast the first answer took 97 ms.',
  'main-job':
    'Profile: on the serving thread, on Node with 10,000 items, SQLite statements and commits take 21 percent, its reads 6, keys and signature digests 7, socket writes 4, garbage collection 3. The rest is spread over validation, rows, JSON and HTTP, nothing above 2 percent. Rendering and hand-over share both processors with the deliveries. One endpoint may have more deliveries in progress than in the old build, so deliveries keep up with creation and rendering. Both take longer because of the concurrent deliveries, and the total is shorter. On processors a third as fast the total was 68.7 s, 0.65 of the old build’s.',
  'item-creation':
    'Profile: for an item created in bulk, writing its rows and events takes half, 84 of some 170 µs in a script that does nothing else: 34 for the item, 16 for its events, 34 for the commit. Five of an item’s indexes have keys in random order (names, addresses, postal codes, duplicate keys, tracking codes), so each item changes a separate page in each of them; without these indexes the 84 µs would be 36. Each serves lists or look-ups of the API. Leaving empty references, categories and mailings out of their indexes would save 3 µs. The other half is JavaScript, nothing above 4 percent: JSON, validation, text measurement, keys. Items created one by one gain from shared commits: 1.9 times the hand-written server with a synced write of 120 µs, 2.3 times with 270 µs.',
  mixed:
    'Profile, measured on slow processors: a list of fifty takes some 1.1 ms in the executable before HTTP. Reading the rows takes 0.4 ms; building rows, wire form and JSON another 0.4; the key, rate limit, cursor and log the rest. With HTTP and fifteen concurrent requests, whose client has the other processor, it is 1.7 ms. A list of one row costs 0.4 ms, twice the hand-written handler, nothing above 3 percent. Sending a long answer once took fifty system calls, the largest part of the time; it is now streamed ([long answers on Bun](design/api.md#connections)). A write waits for some four turns of the event loop, each as long as the lists answered in it; [the event loop](design/jobs.md#writes-have-their-own-budget) describes the alternatives tried. Prioritising writes would slow lists by the same amount: with sixteen permanently busy connections, the average wait is sixteen times the processor time of a request, whatever the order. On processors a third as fast, at 2.7 ms a request, lists had a p50 of 42 ms and writes a p99 of 202 ms.',
  webhooks:
    'Profile: as in item creation, since each write is an item with its validation, history and counts. Against a queue for each endpoint, healthy endpoints wait for the query for due deliveries, which all endpoints share. On PostgreSQL an item with its delivery takes 1.9 ms of processor time on the server, about as on SQLite, and 1.1 ms on the database, measured on slow processors shared with the client and the sink.',
  memory:
    'Profile: some 68 MB are the executable file, the rest is held by the serving thread; by then rendering threads have ended and SQLite’s page caches are released ([idle memory](design/rendering.md#idle-memory-is-released)). A rendering process adds some 80 MB. It starts half a second after the first use of a key or opening of the portal, and ends after half a minute without a request for an image, or two minutes after one. A request before it is ready waits for its start: some 550 ms of processor time for its threads, HarfBuzz, PDFium and compilation. Each further image takes some 20 ms of processor time, most of it for pixels and the PNG; two are drawn at a time.',
  servers:
    'Profile: an item costs the server some 0.3 ms of processor time, most of it as on SQLite (validation, rows, JSON, HTTP), and the database 0.14 ms; the client uses its share of the same two cores. With eight organisations sharing the connections, an item costs three times as much, because eight items instead of sixty share a transaction of fifteen statements. It costs another 50 percent when several servers divide these connections. If one server and its client saturate two cores, more servers on the same cores therefore have somewhat less throughput: 0.9 with routing by key, 0.6 without. On processors a third as fast it was 1.1 and 0.7; there one organisation had 1,029 items a second, and 737 with the database one millisecond away. With a quarter of a processor for each server, two have 1.9 and three 2.6 times the throughput of one.',
  'large-files':
    'Profile: the longest turn of the import is probably that of bench/import.ts, in which V8 compacts the heap; it was not traced here.',
  suppressions: 'Profile: in the longest turn V8 compacts the heap, 47 ms of it (`--trace-gc`).',
  import:
    'Profile: half of it is SQLite, a quarter commits and a quarter statements, mostly for indexes with keys in random order, as in item creation. The rest is validation and rows in JavaScript, of which tracking codes take 3 percent, normalising names and addresses as much, garbage collection 4. In the longest turn V8 compacts the heap, 85 ms at once (`--trace-gc`); in a round without it the longest turn was 39 ms.',
}

/** In the order of the report: the main job first, its parts after it. */
export const benches: readonly Bench[] = [
  file(
    'main-job',
    'Client, receiver and server share the machine, and the receiver verifies no signature. One client creates postcards of one template, 500 at a time; one endpoint gets every event, limited to the deliveries that one endpoint may have in progress. Only an earlier build does the same job, so it is the only peer.',
  ),
  file(
    'item-creation',
    'The hand-written server reads and writes the same rows in the same tables, with one synced commit for each request. In favour of the hand-written server, it validates one field, has no rate limits, and has only the indexes of the first migration, without those for searching items. In Lettershop’s favour, it commits each request separately, while Lettershop’s requests share commits.',
  ),
  file(
    'mixed',
    'The hand-written handler runs the same SELECT on the same file and answers the same JSON, which the bench compares before it measures. It validates no filter, has no rate limits, signs no cursor and keeps its one key in memory; it reads on its only thread, as plain handlers do. Lists are compared without concurrent writes; the rows with lists and writes have no peer.',
  ),
  {
    name: 'bench/webhooks',
    commands: [['bench/webhooks/run.ts']],
    comparison:
      'All have the same sink, payload, signatures, 64 parallel deliveries and durability. The others keep keys and endpoints in memory, validate two fields and, unless the row says "the same item", write one plain row. One peer writes all waiting requests with one statement, which we wrote for the comparison and which is unusual. On PostgreSQL Lettershop and graphile-worker have separate databases with the same defaults. With one endpoint the others may have all 64 deliveries in progress, Lettershop by design at most half of them, and eight to a slow receiver: it takes longer, and delays no other endpoint ([details](reliability.md#how-fast)).',
  },
  file(
    'memory',
    'Memory of the server and the processes that it starts, counting shared pages once and including the pages of the executable that have been read. Each preview shows another item, so that none comes from a cache. The first preview is requested on a server that has drawn nothing: immediately after its first request, and three seconds after it, when the rendering process is ready. The aim applies to the second of these. After the job the bench waits fifteen seconds, so that its memory is released; earlier runs waited three. There is no peer.',
  ),
  file(
    'close',
    'Letters of two sheets are compared with cards, per page, although their content differs: the ratio shows whether sheets, marks and trays cost more than drawing. The old build is measured with cards, since it may not support letters. The clock runs from the command that closes the run, including its own start, until the printer has the run.',
  ),
  file(
    'start-up',
    'The hello server is compiled by the same Bun, minified and with bytecode, and has no database, settings or portal: the difference is everything Lettershop does before it answers. Files are in the page cache for both, so the first start after a reboot is slower. The bench polls for the first answer every millisecond.',
  ),
  file(
    'render',
    'pdfkit draws the same pages with the same fonts and image into one file, in one thread, as it is normally used; Lettershop draws PDF/X-4 in parts, with or without threads. Postal marks are omitted, because pdfkit has none. pdfkit gets no hand-written glyph or font cache, which a team that prints every day might write.',
  ),
  file(
    'store',
    'The library alone inserts the same row into the same table with a prepared statement and one synced commit each, as 64 independent callers would. In the store, waiting callers share a commit; batching by hand has the same effect. The memory store is measured for comparison without a disk.',
  ),
  file(
    'servers',
    'Clients, servers and PostgreSQL share two cores, so the processor time of an item is more meaningful than the rate. In Lettershop’s favour, PostgreSQL doesn’t sync to disk. A delay in front of the database simulates another machine, whose own processors would take load off this one. The aims are for one organisation and one server. "By key" is the routing of the proxies in `deploy/`. In rows with a share of a processor for each server, the database and clients get the rest, which shows on two cores what another server adds if there are enough cores. Several servers are compared with one, and a partitioned database with one without partitions, with the same executable in alternation.',
    ['--servers', '1', '--organisations', '1'],
    ['--servers', '1', '--organisations', '1', '--delay', '1'],
    ['--servers', '1', '--organisations', '8'],
    ['--servers', '3', '--organisations', '8'],
    ['--servers', '2', '--organisations', '8', '--by-key'],
    ['--servers', '3', '--organisations', '8', '--by-key'],
    ['--servers', '2', '--organisations', '8', '--by-key', '--share', '0.25', '--items', '2000'],
    ['--servers', '3', '--organisations', '8', '--by-key', '--share', '0.25', '--items', '2000'],
    ['--servers', '1', '--organisations', '8', '--partitions', '8'],
  ),
  file(
    'million',
    'Each ratio compares Lettershop with itself, the last page with the first or a long table with a short one, in one process and in alternation. The rows are inserted through the store, as copies of one item with their own names, codes and days, so histories and findings are shorter than in production. Calls go to the core without HTTP, so clients see smaller ratios.',
  ),
  file(
    'many-at-once',
    'There is no peer: event-loop turns are compared with the project’s limit, as processor time of the thread itself, so that other programs don’t count. Items are copies of one, and a filter selects all of them. The action is measured for five seconds, not to its end.',
  ),
  file(
    'import',
    '`sqlite3 .import` writes the same file into one table of texts and validates nothing: it is a lower bound for writing rows, not an equivalent program. An import validates addresses, measures texts, looks for suppressions and duplicates, and writes history, events and totals. It runs in this process without HTTP.',
  ),
  file(
    'suppressions',
    'A check against a long list is compared with one against a short list, in one process and in alternation; half of the recipients are on the list. Both lists fit into memory. The import has no peer.',
  ),
  file(
    'large-files',
    'There is no peer: the most expensive event-loop turn is compared with the project’s limit, as processor time of the thread itself. Images are noise, which can’t be compressed, at the largest accepted size. A small image is uploaded first, because Node loads the modules for images with the first one, in a turn of some 230 ms. The client is another thread, whose time doesn’t count.',
  ),
  file(
    'stalls',
    'There is no peer: the most expensive event-loop turn is compared with the project’s limit, as processor time of the thread itself. It runs on Node in this process, while the executable runs on Bun. Commits don’t count, because they wait for the disk.',
  ),
  file(
    'portal',
    'These are budgets without a peer: server, browser and clients share the machine. Chromium runs headless, so its own clock paces frames; a frame counts as late if it takes 1.5 times its interval, since times are rounded to tenths of a millisecond. For the slow processor the browser runs at a quarter of its speed, and the server at full speed. The cost of open streams is a ratio to the same server without them, in alternation.',
  ),
]
