import { joined, plainOf } from './plain-text.ts'

/** An account on another platform, or an invitation to meet there. @param plain by plainOf */
export function hasHandle(plain: string): boolean {
  if (handles.some((pattern) => pattern.test(plain))) return true
  if ([...plain.matchAll(mention)].some(([, name = '']) => !decorators.has(name))) return true
  const apart = joined(plain)
  if (wordsOf(apart).some((word) => isService(word))) return true
  const words = wordsOf(plain.replace(/what'?s\s?app?(?![a-z])/gu, 'whatsapp').replace(/واتس اب/gu, 'واتساب'))
  return words.some((word, index) => isNamed(words, word, index))
}

const handles: readonly RegExp[] = [
  // name#1234
  /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]{1,31}#\d{4}(?!\d)/u,
  // ig is Instagram, sc is Snapchat
  /(?<![\p{L}\p{N}])(?:ig|fb|insta|snap)\s?[:=]\s?@?[\p{L}\p{N}]/u,
  // "bac sc : chapitre 3" is a school branch
  /(?<![\p{L}\p{N}])sc\s?[:=]\s?@?[a-z0-9]{1,20}[._][a-z0-9._]{1,20}/u,
  /(?<![\p{L}\p{N}])(?:ig|sc|fb|insta|snap)\s@?[a-z0-9]{1,20}[._][a-z0-9._]{1,20}/u,
  /(?<!\p{L})(?:my|mon|ton|your)\s(?:ig|sc|gamertag)(?!\p{L})/u,
  /(?<!\p{L})(?:discord|telegram|skype)\s?:\s?[\p{L}\p{N}]/u,
  // my username is…
  /(?<!\p{L})(?:my|mon|ton|your)\s(?:pseudo|username|user name|nickname|identifiant)(?!-|\p{L})/u,
  /(?<!\p{L})wa me(?!\p{L})/u,
  /(?<!\p{L})(?:dm me|en dm|en mp|ab3athli (?:dm|mp)|send me a dm)(?!\p{L})/u,
]

const mention = /(?<![\p{L}\p{N}._-])@([a-z0-9_.]{3,30})/gu
/** Words that follow @ in programs and style sheets. */
const decorators = new Set(
  'property override staticmethod classmethod param return returns dataclass media test deprecated import'.split(
    ' ',
  ),
)

const plainSet = (text: string): ReadonlySet<string> => new Set(plainOf(text).split(' '))

/** Chat services that no lesson is about: the name alone is an invitation. */
const chats = plainSet(
  'wtsp wtsap wats wapp viber vayber kik roblox robloxe rblx insta instak instaa snapchat-me واتساب واتسب واتس وتساب وتسب واطساب فايبر روبلوكس روبلكس انستا انستاك سيجنال سيغنال سيقنال ديسكورد دسكورد ايمو سناب سنابي سنابك سناباتك',
)
const whatsapp = /^(?:w+h?[ae4]?t+[sz]+[ae4]*p+[pe]*|w+h?[ae4]+[sz]+[ae4]+p+)$/u

/** Networks that essays are written about: they count only near an inviting word. */
const networks = plainSet(
  'instagram instagrame snapchat snapshat facebook facebok fb tiktok tictoc discorde-me skype telegram messenger discord تلغرام تيليجرام تيليغرام تلجرام تليجرام مسنجر ماسنجر انستغرام انستجرام انستقرام فيسبوك فايسبوك فيس فايس تيكتوك سنابشات سكايب ستيم توك',
)
/** Services whose names are everyday words: they count only directly beside an inviting word. */
const everyday = plainSet('signal steam snap discord telegram messenger imo line كيك ستيم')

/** Words that turn the name of a service into an invitation. Essays about social networks do not have them nearby. */
const inviting = plainSet(
  'me my moi mon ma im add ajoute ajoutez ajouter your ton ta tes votre vos mine ecris ecrivez contact contacte contactez call appelle appelez talk parle parlons cherche search trouve find dm mp pv number numero account compte pseudo username please svp stp join rejoins follow suis envoie envoyez there mte3i mte3ek mta3i esmi ismi zidni zid kalemni kallemni ab3athli 3andek 3andi a3tini n7kiw nahkiw a7kiw n7kou كلمني كلمنى راسلني ضيفني اضفني زيدني حسابي حسابك رقمي رقمك تواصل نتواصل لنتحدث نحكيو نحكي ابعثلي ابعث اكتبلي عندك عندي لديك تابعني متاعي متاعك اعطيني اسمي ابحث مراسلتي تجدني معرفي انضم',
)
const toward = plainSet(
  'on sur via par over using use have has as add ajoute join serveur server app application pseudo compte account 3andek 3andi 3al 3la 3ala fi fel zidni على في عندك لديك تطبيق عبر',
)
const own = plainSet('my mon ton your ta tes')
const accounts = plainSet('name username account pseudo compte mte3i mte3ek id متاعي متاعك')

const joins = plainSet('join rejoins rejoignez add ajoute pseudo username zidni')

/** "my signal is periodic", "the discord between my brothers": for these, only the adjacent words count. */
const notOwned = plainSet('signal line')

function isNamed(words: readonly string[], word: string, index: number): boolean {
  const bare = withoutArticle(word)
  if (isChat(word) || isChat(bare)) return true
  const near = [...words.slice(Math.max(0, index - 4), index), ...words.slice(index + 1, index + 4)]
  if (everyday.has(bare))
    return isBeside(words, bare, index) || (bare === 'discord' && near.some((each) => joins.has(each)))
  if (!networks.has(bare)) return false
  // a very short message with the name of a service is an invitation
  return words.length <= 4 || near.some((each) => inviting.has(each))
}

const isChat = (word: string): boolean => chats.has(word) || whatsapp.test(word)

const isService = (word: string): boolean =>
  isChat(word) || isChat(withoutArticle(word)) || networks.has(withoutArticle(word)) || everyday.has(word)

function isBeside(words: readonly string[], word: string, index: number): boolean {
  const [before = '', after = ''] = [words[index - 1], words[index + 1]]
  if (accounts.has(after)) return true
  // also matches words that contain the name, such as "cake", so an inviting word is needed as well
  if (!/^[a-z]+$/.test(word)) return toward.has(before) && words.some((each) => inviting.has(each))
  if (toward.has(before)) return word !== 'line' || words.length <= 4
  return own.has(before) && !notOwned.has(word)
}

/** الواتساب, عالواتساب, بالواتساب. */
const withoutArticle = (word: string): string => word.replace(/^(?:[وفبكعل]?ال|لل|ع(?=ا))(?=\p{L}{3})/u, '')

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}_@]+/u).filter(Boolean)
