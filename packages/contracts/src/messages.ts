import { fillIn } from './fill-in.ts'
import type { Language } from './languages.ts'

/** Success texts that servers answer. English is the specification's wording (§8). */
const messages = {
  registered: {
    en: 'Registration submitted successfully! Please check your email for verification.',
    fr: 'Inscription envoyée avec succès ! Veuillez consulter votre messagerie pour la vérification.',
    ar: 'تم إرسال طلب التسجيل بنجاح! يرجى التثبّت من بريدك الإلكتروني للتحقق.',
  },
  'email-verified': {
    en: 'Your email has been successfully verified!',
    fr: 'Votre adresse e-mail a été vérifiée avec succès !',
    ar: 'تم التحقق من بريدك الإلكتروني بنجاح!',
  },
  'verification-resent': {
    en: 'New verification email sent to {email}. Please check your inbox.',
    fr: 'Un nouvel e-mail de vérification a été envoyé à {email}. Veuillez consulter votre boîte de réception.',
    ar: 'أُرسلت رسالة تحقق جديدة إلى {email}. يرجى التثبّت من صندوق الوارد.',
  },
  'reset-requested': {
    en: 'If an account exists for this address, a reset link is on its way.',
    fr: 'Si un compte existe pour cette adresse, un lien de réinitialisation est en route.',
    ar: 'إذا وُجد حساب بهذا العنوان، فإن رابط إعادة التعيين في الطريق.',
  },
  'password-reset': {
    en: 'Your password has been changed. Please log in.',
    fr: 'Votre mot de passe a été modifié. Veuillez vous connecter.',
    ar: 'تم تغيير كلمة السر. يرجى تسجيل الدخول.',
  },
  'password-changed': {
    en: 'Your password has been changed. Other devices were signed out.',
    fr: 'Votre mot de passe a été modifié. Les autres appareils ont été déconnectés.',
    ar: 'تم تغيير كلمة السر. تم تسجيل خروج الأجهزة الأخرى.',
  },
  'account-leaving': {
    en: 'Your account is closed. All that belongs to it is being erased.',
    fr: 'Votre compte est fermé. Tout ce qui lui appartient est en cours d’effacement.',
    ar: 'أُغلق حسابك، ويجري محو كل ما يتعلق به.',
  },
  'admin-invited': {
    en: 'Invitation sent to {email}.',
    fr: 'Invitation envoyée à {email}.',
    ar: 'أُرسلت الدعوة إلى {email}.',
  },
  'email-change-requested': {
    en: 'We sent a confirmation link to the new address.',
    fr: 'Nous avons envoyé un lien de confirmation à la nouvelle adresse.',
    ar: 'أرسلنا رابط تأكيد إلى العنوان الجديد.',
  },
  'contact-received': {
    en: 'Thank you for your message! Our tutoring excellence team will respond within 2 hours.',
    fr: 'Merci pour votre message ! Notre équipe vous répondra dans les 2 heures.',
    ar: 'شكرًا على رسالتك! سيجيبك فريقنا في غضون ساعتين.',
  },
  'newsletter-requested': {
    en: 'Almost there: open the link in the mail that we have sent you. If you already receive our newsletter, there is nothing to do.',
    fr: 'Presque terminé : ouvrez le lien du message que nous venons de vous envoyer. Si vous recevez déjà notre lettre, vous n’avez rien à faire.',
    ar: 'بقيت خطوة واحدة: افتح الرابط في الرسالة التي أرسلناها إليك. إن كنت مشتركًا من قبل فلا حاجة إلى أي شيء.',
  },
  'newsletter-confirmed': {
    en: 'Thank you! Your subscription is confirmed.',
    fr: 'Merci ! Votre abonnement est confirmé.',
    ar: 'شكرًا! تم تأكيد اشتراكك.',
  },
  'newsletter-left': {
    en: 'You are unsubscribed. We have deleted your address from the list.',
    fr: 'Vous êtes désabonné. Votre adresse est supprimée de la liste.',
    ar: 'تم إلغاء اشتراكك وحُذف عنوانك من القائمة.',
  },
  'user-approved': {
    en: '{name} was approved.',
    fr: '{name} a été approuvé.',
    ar: 'تمت الموافقة على {name}.',
  },
  'user-rejected': {
    en: 'The registration of {name} was rejected.',
    fr: 'L’inscription de {name} a été refusée.',
    ar: 'تم رفض تسجيل {name}.',
  },
  'user-suspended': {
    en: '{name} was suspended.',
    fr: '{name} a été suspendu.',
    ar: 'تم إيقاف {name}.',
  },
  'account-merged': {
    en: 'You have two accounts; this one was closed and the other one goes on.',
    fr: 'Vous avez deux comptes ; celui-ci a été fermé et l’autre reste actif.',
    ar: 'لديك حسابان؛ أُغلق هذا الحساب ويستمر الآخر.',
  },
  'user-reinstated': {
    en: 'The suspension of {name} was lifted.',
    fr: 'La suspension de {name} a été levée.',
    ar: 'رُفع الإيقاف عن {name}.',
  },
  'user-deletion-started': {
    en: 'The account is closed and its data are being erased.',
    fr: 'Le compte est fermé et ses données sont en cours d’effacement.',
    ar: 'أُغلق الحساب ويجري محو بياناته.',
  },
  'availability-saved': {
    en: 'Availability saved',
    fr: 'Disponibilités enregistrées',
    ar: 'تم حفظ أوقات التوفر',
  },
  'availability-kept': {
    en: 'Availability saved. Hours with a booked lesson stay: {hours}',
    fr: 'Disponibilités enregistrées. Les heures avec une séance réservée restent : {hours}',
    ar: 'تم حفظ أوقات التوفر. تبقى الساعات التي فيها حصص محجوزة: {hours}',
  },
  'session-booked': {
    en: 'The lesson is booked.',
    fr: 'La séance est réservée.',
    ar: 'تم حجز الحصة.',
  },
  'session-series-booked': {
    en: '{count} weekly lessons are booked.',
    fr: '{count} séances hebdomadaires sont réservées.',
    ar: 'تم حجز الحصص الأسبوعية، وعددها: {count}.',
  },
  'session-moved': {
    en: 'The lesson was moved.',
    fr: 'La séance a été déplacée.',
    ar: 'تم تغيير موعد الحصة.',
  },
  'session-cancelled': {
    en: 'The lesson was cancelled.',
    fr: 'La séance a été annulée.',
    ar: 'تم إلغاء الحصة.',
  },
  'report-written': {
    en: 'The progress report was sent.',
    fr: 'Le bilan a été envoyé.',
    ar: 'تم إرسال تقرير التقدّم.',
  },
  'cancelled-connection-ended': {
    en: 'The connection between teacher and learner has ended.',
    fr: 'La mise en relation entre l’enseignant et l’élève a pris fin.',
    ar: 'انتهى الارتباط بين المعلّم والتلميذ.',
  },
  'cancelled-consent-withdrawn': {
    en: 'A parent or guardian has withdrawn the consent to online lessons.',
    fr: 'Un parent ou tuteur a retiré son accord pour les cours en ligne.',
    ar: 'سحب أحد الأولياء موافقته على الحصص عن بعد.',
  },
  'cancelled-account-suspended': {
    en: 'An account that takes part is suspended.',
    fr: 'Le compte d’un participant est suspendu.',
    ar: 'تم إيقاف حساب أحد المشاركين.',
  },
  'cancelled-account-erased': {
    en: 'An account that took part was deleted.',
    fr: 'Le compte d’un participant a été supprimé.',
    ar: 'حُذف حساب أحد المشاركين.',
  },
} as const satisfies Record<string, { readonly [L in Language]: string }>

export type MessageSlug = keyof typeof messages

/** A success text, `{name}` replaced from `params`. */
export function messageText(
  slug: MessageSlug,
  language: Language,
  params: Readonly<Record<string, string>> = {},
): string {
  return fillIn(messages[slug][language], params)
}
