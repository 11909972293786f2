import { maxPageBytes } from '@darsi/contracts/rules/board-limits.ts'
import { useToast } from '@darsi/design/dialogs/toast.tsx'
import { Banner } from '@darsi/design/feedback/banner.tsx'
import { WifiOffIcon } from '@darsi/design/graphics/icons.tsx'
import { errorText } from '@darsi/design/i18n/error-text.ts'
import { useTranslator } from '@darsi/design/i18n/i18n.tsx'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { texts } from '../texts.ts'
import type { BoardConnection } from './connection/board-connection.ts'
import type { Presence } from './connection/presence.ts'
import { AddPicture } from './files/add-picture.tsx'
import { savePdf, savePng } from './files/export-board.ts'
import { type BoardPictures, createPictureCache, type PictureCache } from './files/picture-file.ts'
import { type BoardObject, type Ink, isWritten, type Placed, type WrittenKind } from './page/board-object.ts'
import { type BoardPage, pageFrom } from './page/board-page.ts'
import type { Point } from './page/points.ts'
import type { Tool } from './page/tool.ts'
import { BoardToolbar } from './panels/board-toolbar.tsx'
import { ObjectList } from './panels/object-list.tsx'
import { PageBar } from './panels/page-bar.tsx'
import { WrittenDialog } from './panels/written-dialog.tsx'
import { Stage } from './stage/stage.tsx'
import type { LiveDrawing } from './stage/stage-controller.ts'
import './board.css'

type Props = {
  connection: BoardConnection
  pages: readonly { id: string; number: number }[]
  /** The ids of the reader and of the teacher. Others can follow the teacher's view. */
  me: string
  teacher: string
  mayWrite: boolean
  nameOf: (userId: string) => string
  /** Null if the reader may not add pages. */
  onAddPage: (() => Promise<unknown>) | null
  /** On a slow connection only finished strokes are sent. */
  saveData: boolean
  /** It has to be the same object at each rendering. */
  pictures: BoardPictures
  fileName: string
}

/** The board of a running lesson. */
export function Board({ connection, pages, me, teacher, saveData, pictures: kept, ...rest }: Props) {
  const pictures = useMemo(() => createPictureCache(kept), [kept])
  useChanges(connection)
  const [pageId, setPageId] = useState(pages[0]?.id ?? '')
  const [following, setFollowing] = useState(me !== teacher)
  const presences = connection.presences().map((each) => ({ ...each, name: rest.nameOf(each.user) }))
  const leader = me === teacher ? undefined : presences.find(({ user }) => user === teacher)
  const wanted = following && leader && pages.some(({ id }) => id === leader.page) ? leader.page : pageId
  const open = connection.page(wanted)
  useEffect(() => setPageId(wanted), [wanted])
  const show = (live: LiveDrawing) => {
    const quiet = saveData ? { stroke: null } : {}
    connection.setPresence({ ...live, ...quiet, page: wanted })
  }
  const t = useTranslator(texts.board)
  const toast = useToast()
  useEffect(() => connection.onRefused((why) => toast(t(`refused_${why}`), 'danger')), [connection, toast, t])
  return (
    <section className="ds-board" aria-label={t('board')}>
      <LineState connection={connection} pending={open.pending().size} />
      <PageBar
        at={Math.max(
          pages.findIndex(({ id }) => id === wanted),
          0,
        )}
        count={pages.length}
        onTurn={(to) => {
          setFollowing(false)
          setPageId(pages[to]?.id ?? wanted)
        }}
        onAdd={rest.onAddPage && (() => void rest.onAddPage?.())}
        onFollow={leader && !following ? () => setFollowing(true) : null}
      />
      <Desk
        {...rest}
        me={me}
        saveData={saveData}
        pictures={pictures}
        isTeacher={me === teacher}
        page={open.page}
        all={() => pages.map(({ id }) => connection.page(id).page)}
        pending={open.pending()}
        presences={presences.filter(({ page }) => page === wanted)}
        follow={following && leader?.page === wanted ? leader.view : null}
        onUnfollow={() => setFollowing(false)}
        onLive={show}
      />
    </section>
  )
}

type ReaderProps = Pick<Props, 'me' | 'nameOf' | 'fileName' | 'pictures'> & {
  /** Each page as a Yjs update in base64. */
  pages: readonly { id: string; update: string }[]
}
const nobody: ReadonlySet<string> = new Set()

/** The board of a past lesson, to read and to save. */
export function BoardReader({ pages, pictures: kept, ...rest }: ReaderProps) {
  const pictures = useMemo(() => createPictureCache(kept), [kept])
  const t = useTranslator(texts.board)
  const [at, setAt] = useState(0)
  const opened = useMemo(() => pages.map(({ update }) => pageFrom(update)), [pages])
  const page = opened[Math.min(at, opened.length - 1)]
  if (page === undefined) return null
  return (
    <section className="ds-board" aria-label={t('board')}>
      <PageBar at={at} count={opened.length} onTurn={setAt} onAdd={null} onFollow={null} />
      <Desk
        {...rest}
        pictures={pictures}
        saveData={false}
        isTeacher={false}
        alone
        page={page}
        all={() => opened}
        mayWrite={false}
        pending={nobody}
        presences={[]}
        follow={null}
        onUnfollow={() => {}}
        onLive={() => {}}
      />
    </section>
  )
}

/** Renders again after each change of the connection; only a different version matters. */
function useChanges(connection: BoardConnection): void {
  const version = useRef(0)
  const watch = useCallback(
    (listener: () => void) =>
      connection.onChange(() => {
        version.current++
        listener()
      }),
    [connection],
  )
  useSyncExternalStore(watch, () => version.current)
}

function LineState({ connection, pending }: { connection: BoardConnection; pending: number }) {
  const t = useTranslator(texts.board)
  const lost = connection.status() === 'lost'
  const waitingLine = lost ? t('lineLost') : ''
  const waiting = lost && pending > 0 ? t('notSent', { count: pending }) : ''
  return (
    <p className="ds-board-line" role="status" hidden={waitingLine === '' && waiting === ''}>
      {waitingLine !== '' && <WifiOffIcon />} {[waitingLine, waiting].filter((part) => part !== '').join(' ')}
    </p>
  )
}

type DeskProps = Pick<Props, 'me' | 'mayWrite' | 'nameOf' | 'fileName' | 'saveData'> & {
  pictures: PictureCache
  isTeacher: boolean
  alone?: boolean
  page: BoardPage
  all: () => BoardPage[]
  pending: ReadonlySet<string>
  presences: readonly (Presence & { name: string })[]
  follow: Presence['view']
  onUnfollow: () => void
  onLive: (live: LiveDrawing) => void
}
/** From here on a page is worth a warning. */
const nearlyFull = maxPageBytes * 0.85
type Writing = { kind: WrittenKind; at: Point; placed: Placed | null }

/** One page with its toolbar. */
function Desk({
  me,
  isTeacher,
  alone = false,
  page,
  all,
  mayWrite,
  nameOf,
  fileName,
  saveData,
  ...stage
}: DeskProps) {
  const t = useTranslator(texts.board)
  const toast = useToast()
  const [tool, setTool] = useState<Tool>('pen')
  const [ink, setInk] = useState<Ink>(isTeacher ? 'text' : 'blue')
  const [width, setWidth] = useState<number>(4)
  // null until a pen is used here
  const [penOnly, setPenOnly] = useState<boolean | null>(null)
  const [writing, setWriting] = useState<Writing | null>(null)
  const [listed, setListed] = useState(false)
  const objects = useObjects(page)
  const file = useRef<HTMLInputElement>(null)
  const isNearlyFull = useMemo(
    () => mayWrite && objects.length > 0 && page.bytes() > nearlyFull,
    [mayWrite, objects, page],
  )
  const stageRoot = useRef<HTMLDivElement>(null)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const mayChange = (object: BoardObject) => mayWrite && (isTeacher || object.by === me)
  const found = tool === 'select' ? objects.find(({ id }) => id === selectedId) : undefined
  const tried = (work: Promise<unknown>) => void work.catch((error) => toast(errorText(error), 'danger'))
  return (
    <>
      {isNearlyFull && <Banner tone="warning">{t('pageNearlyFull')}</Banner>}
      <Stage
        {...stage}
        root={stageRoot}
        page={page}
        tool={mayWrite || tool === 'laser' ? tool : 'hand'}
        ink={ink}
        width={width}
        me={me}
        mayWrite={mayWrite}
        penOnly={penOnly === true}
        onPen={() => setPenOnly((now) => now ?? true)}
        mayChange={mayChange}
        selected={found && mayChange(found.object) ? found : null}
        onSelect={setSelectedId}
        onPlace={(kind, at) => setWriting({ kind, at, placed: null })}
        rulerText={(ruler) => t('ruler', ruler)}
        label={t('page')}
        hint={t('stageHint')}
        onUndo={() => page.undo.undo()}
        onRedo={() => page.undo.redo()}
      />
      <BoardToolbar
        tool={tool}
        ink={ink}
        width={width}
        mayWrite={mayWrite}
        alone={alone}
        paper={page.paper()}
        penOnly={penOnly}
        onPenOnly={setPenOnly}
        onTool={setTool}
        onInk={setInk}
        onWidth={setWidth}
        onUndo={() => page.undo.undo()}
        onRedo={() => page.undo.redo()}
        onPaper={(paper) => page.setPaper(paper)}
        onPng={() => tried(savePng(page, fileName, stage.pictures))}
        onPdf={() => tried(savePdf(all(), fileName, stage.pictures))}
        onPicture={() => file.current?.click()}
        onList={() => setListed(true)}
      />
      <AddPicture
        input={file}
        page={page}
        pictures={stage.pictures}
        me={me}
        saveData={saveData}
        mayWrite={mayWrite}
      />
      {listed && (
        <ObjectList
          objects={objects}
          pending={stage.pending}
          nameOf={nameOf}
          mayChange={mayChange}
          onMove={(id) => {
            setListed(false)
            setTool('select')
            setSelectedId(id)
            // after the dialog has given the focus back
            setTimeout(() => stageRoot.current?.focus())
          }}
          onEdit={(placed) => {
            setListed(false)
            if (isWritten(placed.object))
              setWriting({ kind: placed.object.kind, at: placed.object.at, placed })
          }}
          onErase={(id) => page.erase([id])}
          onClose={() => setListed(false)}
        />
      )}
      {writing && (
        <WrittenDialog
          kind={writing.kind}
          draft={
            writing.placed && isWritten(writing.placed.object)
              ? writing.placed.object
              : { text: '', size: 36 }
          }
          onSave={(draft) => {
            const object = {
              ink,
              by: me,
              ...writing.placed?.object,
              ...draft,
              kind: writing.kind,
              at: writing.at,
            }
            if (writing.placed) page.replace(writing.placed.id, object)
            else page.add(object)
          }}
          onClose={() => setWriting(null)}
        />
      )}
    </>
  )
}

/** The objects as a React list. The array changes only when the page changes. */
function useObjects(page: BoardPage): readonly Placed[] {
  const known = useRef<{ page: BoardPage; objects: readonly Placed[] } | null>(null)
  return useSyncExternalStore(
    useCallback(
      (listener) =>
        page.onChange(() => {
          known.current = null
          listener()
        }),
      [page],
    ),
    () => {
      if (known.current?.page !== page) known.current = { page, objects: page.objects() }
      return known.current.objects
    },
  )
}
