import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { withoutJpeg2000Metadata, withoutJpegMetadata } from './picture-metadata.ts'

const words = (list: string) => new Set(list.trim().split(/\s+/))

/** The entries of ISO 32000-1 that change what a page looks like, and those that say what a letter is. */
const drawing = words(`
  Type Subtype Pages Kids Count Parent MediaBox CropBox Rotate UserUnit Resources Contents Group
  Length Filter DecodeParms Predictor Colors Columns EarlyChange K EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1
  DamagedRowsBeforeError ColorTransform JBIG2Globals
  ExtGState ColorSpace Pattern Shading XObject Font ProcSet
  BBox Matrix FormType S CS I
  Width Height BitsPerComponent Intent ImageMask Mask Decode Interpolate SMask SMaskInData Matte
  LW LC LJ ML D RI OP op OPM BG BG2 UCR UCR2 TR TR2 FL SM SA BM CA ca AIS TK G BC
  PatternType PaintType TilingType XStep YStep
  ShadingType Background AntiAlias Domain Function Coords Extend BitsPerCoordinate BitsPerFlag VerticesPerRow
  FunctionType Range Size BitsPerSample Order Encode C0 C1 N Functions Bounds
  WhitePoint BlackPoint Gamma Alternate Colorants Process Components MixingHints Solidities PrintingOrder DotGain
  BaseFont Name FirstChar LastChar Widths FontDescriptor Encoding ToUnicode FontBBox FontMatrix CharProcs
  DescendantFonts CIDSystemInfo DW W DW2 W2 CIDToGIDMap BaseEncoding Differences Registry Ordering Supplement UseCMap
  WMode CMapName FontName FontFamily FontStretch FontWeight Flags ItalicAngle Ascent Descent Leading CapHeight XHeight
  StemV StemH AvgWidth MaxWidth MissingWidth FontFile FontFile2 FontFile3 CharSet Style FD CIDSet Panose
  Length1 Length2 Length3
`)
/** Of `Resources`: their entries have names that the document gives, as those of the other dictionaries. */
const resources = words('ExtGState ColorSpace Pattern Shading XObject Font')
const namesGiven = words('CharProcs Colorants FD Solidities DotGain')
const texts = words('Registry Ordering CharSet FontFamily Panose')

/**
 * Deletes everything that no page needs to be drawn: entries that are not listed above, texts, objects that nothing
 * points to, and the metadata of pictures.
 */
export function keepWhatIsDrawn(context: PDFContext): void {
  const kept = new Set<PDFRef>()
  const { Root } = context.trailerInfo
  context.trailerInfo = { Root }
  visit(Root, 'plain')
  for (const [ref] of context.enumerateIndirectObjects()) if (!kept.has(ref)) context.delete(ref)

  type Kind = 'plain' | 'resources' | 'names'
  function visit(object: PDFObject | undefined, kind: Kind): void {
    if (object instanceof PDFRef) {
      if (kept.has(object)) return
      kept.add(object)
      const found = context.lookup(object)
      visit(found, kind)
      if (found instanceof PDFRawStream) context.assign(object, withoutMetadata(found))
    } else if (object instanceof PDFStream) visitDict(object.dict, kind)
    else if (object instanceof PDFDict) visitDict(object, kind)
    else if (object instanceof PDFArray) visitArray(object)
  }

  function visitDict(dict: PDFDict, kind: Kind): void {
    for (const [key, value] of dict.entries()) {
      const word = key.decodeText()
      const isKept = kind === 'names' || drawing.has(word)
      if (!isKept || (isText(context.lookup(value)) && !texts.has(word))) dict.delete(key)
      else visit(value, kindOf(word, kind))
    }
  }

  function visitArray(array: PDFArray): void {
    // the colours of a palette may be written as a text
    const isPalette = array.size() > 0 && context.lookup(array.get(0)) === PDFName.of('Indexed')
    for (let index = 0; index < array.size(); index++) {
      const item = array.get(index)
      if (isText(context.lookup(item)) && !isPalette) array.set(index, PDFString.of(''))
      else visit(item, 'plain')
    }
  }

  function kindOf(word: string, of: Kind): Kind {
    if (of === 'names') return 'plain'
    if (word === 'Resources') return 'resources'
    return namesGiven.has(word) || (of === 'resources' && resources.has(word)) ? 'names' : 'plain'
  }

  /** A picture whose last filter is JPEG or JPEG 2000, whatever packs it around that. */
  function withoutMetadata({ dict, contents }: PDFRawStream): PDFRawStream {
    const filters = listOf(context.lookup(dict.get(PDFName.of('Filter'))))
    const last = context.lookup(filters.at(-1))
    const clean = last instanceof PDFName ? cleaners[last.decodeText()] : undefined
    if (!last || !clean) return PDFRawStream.of(dict, contents)
    const parms = listOf(context.lookup(dict.get(PDFName.of('DecodeParms'))))
    let inner = contents
    if (filters.length > 1) {
      const packed = dict.clone(context)
      packed.set(PDFName.of('Filter'), context.obj(filters.slice(0, -1)))
      packed.set(PDFName.of('DecodeParms'), context.obj(parms.slice(0, -1)))
      inner = decodePDFRawStream(PDFRawStream.of(packed, contents)).decode()
    }
    dict.set(PDFName.of('Filter'), last)
    const ofLast = parms[filters.length - 1]
    if (ofLast) dict.set(PDFName.of('DecodeParms'), ofLast)
    else dict.delete(PDFName.of('DecodeParms'))
    return PDFRawStream.of(dict, clean(inner))
  }
}

const cleaners: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  DCTDecode: withoutJpegMetadata,
  DCT: withoutJpegMetadata,
  JPXDecode: withoutJpeg2000Metadata,
}

const listOf = (object: PDFObject | undefined): PDFObject[] =>
  object instanceof PDFArray ? object.asArray() : object ? [object] : []

const isText = (object: PDFObject | undefined): boolean =>
  object instanceof PDFString || object instanceof PDFHexString
