/** Invented conversations of a demo, in the languages that people mix. */
export type DemoMessage = { by: 'learner' | 'teacher'; hoursAgo: number; text: string }

const learner = (hoursAgo: number, text: string): DemoMessage => ({ by: 'learner', hoursAgo, text })
const teacher = (hoursAgo: number, text: string): DemoMessage => ({ by: 'teacher', hoursAgo, text })

export const studentMessages: readonly DemoMessage[] = [
  learner(
    1490,
    'Bonjour monsieur, merci d’avoir accepté. Je commence par les limites, c’est là que je bloque.',
  ),
  teacher(
    1487,
    'Bonjour Yasmine. Apportez votre dernier contrôle à la première séance, on partira de vos erreurs.',
  ),
  learner(1486, 'D’accord. Est-ce que je dois acheter un livre ?'),
  teacher(1470, 'Non, le manuel officiel suffit. Je vous donnerai mes fiches.'),
  learner(700, 'J’ai eu 14 au devoir ! Merci beaucoup 🙂'),
  teacher(698, 'Bravo ! La rédaction est bien meilleure. On passe aux dérivées mardi.'),
  learner(170, 'Est-ce qu’on peut commencer à 17h10 cette semaine ? Mon bus arrive tard.'),
  teacher(168, 'Pas de souci pour 17h10.'),
  learner(52, 'J’ai rendu la fiche sur les dérivées. La question 2b me semble fausse.'),
  teacher(
    3,
    'Je viens de la lire : votre méthode est bonne, il manque juste un signe. Essayez encore avant mardi, et dites-moi si le corrigé vous aide.',
  ),
]

export const withParent: readonly DemoMessage[] = [
  learner(1500, 'مساء الخير، ابني آدم يقرأ ببطء ويخاف من القراءة أمام القسم.'),
  teacher(1498, 'مساء النور. لا تقلقي، سنبدأ بنصوص قصيرة يختارها هو بنفسه.'),
  learner(1496, 'شكرا. سأكون حاضرة في كل حصة.'),
  teacher(
    820,
    'Adam a lu une page entière aujourd’hui, il était très fier. Dix minutes de lecture chaque soir suffisent.',
  ),
  learner(818, 'الحمد لله! في الدار يقرأ لأخته قبل النوم.'),
  teacher(330, 'Pour mercredi : pages 12 à 15, et il raconte l’histoire avec ses mots.'),
  learner(326, 'واضح، شكرا على المتابعة.'),
  teacher(
    26,
    'Le rapport de la semaine est en ligne. Le passé composé avance bien, il reste l’accord à travailler.',
  ),
]

/** Ends in a message that the learner reports. */
export const aboutMoney: readonly DemoMessage[] = [
  learner(49, 'Bonjour, est-ce que la séance de demain tient toujours ?'),
  teacher(48, 'Oui, mais je préfère que vous payiez tout le mois à l’avance.'),
  learner(47, 'Nous avions dit après chaque séance.'),
  teacher(2, 'Sans paiement d’avance, je donne votre place à quelqu’un d’autre.'),
]

/** For the other pairs: all within the last days, so that they fit connections of any age. */
export const talks: readonly (readonly DemoMessage[])[] = [
  [
    learner(96, 'Bonjour, la séance de samedi est-elle maintenue ?'),
    teacher(95, 'Bonjour, oui, à la même heure.'),
    learner(94, 'Parfait, merci. J’apporterai mes exercices de la semaine.'),
    teacher(70, 'Très bien. Notez aussi les questions où vous hésitez.'),
  ],
  [
    learner(120, 'السلام عليكم أستاذ، هل يمكن مراجعة درس الأسبوع الماضي قبل الفرض؟'),
    teacher(118, 'وعليكم السلام، طبعا. نخصّص له نصف الحصّة القادمة.'),
    learner(117, 'بارك الله فيك.'),
    teacher(50, 'أرسلت لك تمرينين للتحضير، حاول دون النظر إلى الحلّ.'),
    learner(20, 'أنجزت الأول، والثاني صعب قليلا.'),
  ],
  [
    learner(90, 'Hi, could we spend some time on speaking this week?'),
    teacher(88, 'Of course. Choose a short article and tell me about it in three minutes.'),
    learner(87, 'Great, I have one about olive harvests in Sfax.'),
    teacher(30, 'Lovely choice. Please note ten new words from it.'),
  ],
  [
    learner(140, 'Bonjour madame, je n’ai pas compris la correction du numéro 5.'),
    teacher(139, 'Bonjour, c’est une question de méthode : on remplace d’abord, on calcule ensuite.'),
    learner(138, 'Ah oui ! Merci 🙏'),
    teacher(137, 'Avec plaisir. Refaites-le seul, sans regarder.'),
    learner(60, 'C’est fait, et j’ai trouvé le même résultat.'),
    teacher(9, 'Bravo. On passe au chapitre suivant la prochaine fois.'),
  ],
  [
    learner(75, 'مرحبا، أعتذر عن التأخير في الحصّة الأخيرة، كان هناك ازدحام.'),
    teacher(74, 'لا بأس، يحدث ذلك. نعوّض الدقائق في الحصّة القادمة.'),
    learner(73, 'شكرا على تفهّمك.'),
  ],
  [
    learner(110, 'Bonjour, mon micro ne marchait pas hier, désolé. J’en ai acheté un autre.'),
    teacher(108, 'Pas grave ! Testez-le avant la séance sur la page de la salle.'),
    learner(33, 'Testé, ça marche très bien maintenant.'),
    teacher(31, 'Parfait, à samedi inchallah.'),
  ],
]
