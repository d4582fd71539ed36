import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AuditedCall, AuditKind, SecretChange } from "../../src/contract/audit.ts";

/** What people did, by the name of the call. */
export const CALL_WORDS: Record<AuditedCall, MessageDescriptor> = {
  "access.login": msg`Entrou`,
  "access.logout": msg`Saiu`,
  "security.login": msg`Entrou com código`,
  "security.passkeyLogin": msg`Entrou com chave de acesso`,
  "security.addPasskey": msg`Adicionou uma chave de acesso`,
  "security.removePasskey": msg`Removeu uma chave de acesso`,
  "security.confirm": msg`Ativou a verificação em duas etapas`,
  "security.newCodes": msg`Gerou novos códigos de recuperação`,
  "security.end": msg`Desativou a verificação em duas etapas`,
  "security.endSession": msg`Encerrou um acesso`,
  "security.endOthers": msg`Encerrou os outros acessos`,
  "security.reset": msg`Redefiniu a verificação em duas etapas de alguém`,
  "passwordLinks.make": msg`Criou um link de senha`,
  "passwordLinks.mail": msg`Enviou um link de senha por e-mail`,
  "passwordLinks.use": msg`Escolheu uma senha por um link`,
  "users.add": msg`Adicionou um usuário`,
  "users.change": msg`Alterou um usuário`,
  "users.remove": msg`Excluiu um usuário`,
  "users.removeMany": msg`Excluiu um usuário, entre vários`,
  "settings.change": msg`Alterou uma configuração`,
  "holidays.add": msg`Adicionou um feriado`,
  "holidays.change": msg`Alterou um feriado`,
  "holidays.remove": msg`Excluiu um feriado`,
  "companies.schedules": msg`Alterou o horário da empresa`,
  "companies.timeZone": msg`Alterou o fuso horário da empresa`,
  "connections.add": msg`Adicionou uma conexão`,
  "connections.change": msg`Alterou uma conexão`,
  "connections.remove": msg`Excluiu uma conexão`,
  "connections.start": msg`Iniciou uma conexão`,
  "connections.relink": msg`Pediu um novo QR code para uma conexão`,
  "connections.stop": msg`Desconectou uma conexão`,
  "connections.pairingCode": msg`Pediu um código para conectar o número`,
  "queues.remove": msg`Excluiu uma fila`,
  "wholeQueues.add": msg`Adicionou uma fila`,
  "wholeQueues.change": msg`Alterou uma fila`,
  "queueOptions.add": msg`Adicionou uma opção do robô`,
  "queueOptions.change": msg`Alterou uma opção do robô`,
  "queueOptions.remove": msg`Excluiu uma opção do robô`,
  "queueOptions.saveTree": msg`Alterou as opções do robô`,
  "queueOptions.setFile": msg`Pôs um arquivo em uma opção do robô`,
  "queueOptions.dropFile": msg`Tirou o arquivo de uma opção do robô`,
  "tags.add": msg`Adicionou uma tag`,
  "tags.change": msg`Alterou uma tag`,
  "tags.remove": msg`Excluiu uma tag`,
  "tags.removeMany": msg`Excluiu uma tag, entre várias`,
  "quickReplies.add": msg`Adicionou uma resposta rápida`,
  "quickReplies.change": msg`Alterou uma resposta rápida`,
  "quickReplies.remove": msg`Excluiu uma resposta rápida`,
  "quickReplies.removeMany": msg`Excluiu uma resposta rápida, entre várias`,
  "contacts.remove": msg`Excluiu um contato`,
  "contacts.removeMany": msg`Excluiu um contato, entre vários`,
  "contacts.importPhone": msg`Importou os contatos do celular`,
  "contacts.export": msg`Exportou os contatos`,
  "contacts.exportMany": msg`Exportou contatos escolhidos`,
  "merges.merge": msg`Uniu dois contatos`,
  "merges.undo": msg`Desfez uma união de contatos`,
  "notes.remove": msg`Excluiu uma anotação`,
  "tickets.remove": msg`Excluiu um atendimento`,
  "messages.remove": msg`Excluiu uma mensagem`,
  "schedules.remove": msg`Excluiu um agendamento`,
  "schedules.removeMany": msg`Excluiu um agendamento, entre vários`,
  "audit.export": msg`Exportou o registro de atividades`,
  "cockpit.export": msg`Exportou o painel do provedor`,
  "plans.add": msg`Adicionou um plano`,
  "plans.change": msg`Alterou um plano`,
  "plans.remove": msg`Excluiu um plano`,
  "companies.signUp": msg`Cadastrou a empresa`,
  "companies.add": msg`Adicionou uma empresa`,
  "companies.change": msg`Alterou uma empresa`,
  "companies.remove": msg`Excluiu uma empresa`,
  "providerSettings.change": msg`Alterou uma configuração do provedor`,
  "announcements.add": msg`Adicionou um informativo`,
  "announcements.change": msg`Alterou um informativo`,
  "announcements.remove": msg`Excluiu um informativo`,
  "announcements.setPicture": msg`Pôs a imagem de um informativo`,
  "announcements.dropPicture": msg`Tirou a imagem de um informativo`,
  "helps.add": msg`Adicionou uma ajuda`,
  "helps.change": msg`Alterou uma ajuda`,
  "helps.remove": msg`Excluiu uma ajuda`,
  "invoices.pay": msg`Pediu para pagar uma fatura`,
  "invoices.choosePlan": msg`Escolheu um plano`,
  "invoices.confirm": msg`Confirmou o pagamento de uma fatura`,
  "invoices.decide": msg`Decidiu o que fazer com um pagamento`,
  "mail.save": msg`Alterou o servidor de e-mail`,
  "mail.forget": msg`Desligou o e-mail`,
  "mail.test": msg`Testou o servidor de e-mail`,
  "pix.save": msg`Alterou a configuração do Pix`,
  "pix.setCertificate": msg`Enviou o certificado do banco`,
  "pix.test": msg`Testou o banco`,
  "brand.change": msg`Alterou a marca`,
  "brand.setPicture": msg`Trocou uma imagem da marca`,
  "brand.dropPicture": msg`Tirou uma imagem da marca`,
  "acting.begin": msg`Entrou como administrador da empresa`,
  "acting.end": msg`Deixou de agir como administrador`,
};

/** What else is noted of who acts as somebody. */
const ACTING_WORDS: Record<string, MessageDescriptor> = {
  "contacts.add": msg`Adicionou um contato`,
  "contacts.change": msg`Alterou um contato`,
  "messages.send": msg`Enviou uma mensagem`,
  "tickets.add": msg`Abriu um atendimento`,
  "tickets.change": msg`Alterou um atendimento`,
};

/** What nobody has done, but the product by itself. */
const OWN_WORDS: Record<string, MessageDescriptor> = {
  "invoices.renew": msg`Recebeu o pagamento de uma fatura pelo banco`,
};

/** Who did something; without a name it was the product itself. */
export function whoText(who: string): string {
  return who || i18n._(msg`Sistema`);
}

/** What was done, in words; where there are none, as the call is named. */
export function callText(what: string): string {
  const words = CALL_WORDS[what as AuditedCall] ?? ACTING_WORDS[what] ?? OWN_WORDS[what];
  return words ? i18n._(words) : what;
}

export const KIND_WORDS: Record<AuditKind, MessageDescriptor> = {
  "logins": msg`Acessos`,
  "users": msg`Usuários`,
  "settings": msg`Configurações`,
  "connections": msg`Conexões`,
  "queues": msg`Filas e robô`,
  "contacts": msg`Contatos`,
  "tickets": msg`Atendimentos`,
  "texts": msg`Respostas rápidas e tags`,
  "provider": msg`Provedor`,
  "money": msg`Faturas`,
  "exports": msg`Exportações`,
  "support": msg`Acessos do suporte`,
};

const FIELD_WORDS: Record<string, MessageDescriptor> = {
  "name": msg`Nome`,
  "email": msg`E-mail`,
  "profile": msg`Perfil`,
  "queues": msg`Filas`,
  "queueIds": msg`Filas`,
  "value": msg`Valor`,
  "isSet": msg`Definido`,
  "schedules": msg`Horários`,
  "options": msg`Opções do robô`,
  "color": msg`Cor`,
  "message": msg`Mensagem`,
  "shortcode": msg`Atalho`,
  "title": msg`Título`,
  "text": msg`Texto`,
  "description": msg`Descrição`,
  "date": msg`Data`,
  "timeZone": msg`Fuso horário`,
  "greetingMessage": msg`Mensagem de saudação`,
  "complationMessage": msg`Mensagem de conclusão`,
  "outOfHoursMessage": msg`Mensagem fora do horário`,
  "ratingMessage": msg`Mensagem de avaliação`,
  "isDefault": msg`Padrão`,
  "priority": msg`Prioridade`,
  "plan": msg`Plano`,
  "phone": msg`Telefone`,
  "dueDate": msg`Vencimento`,
  "recurrence": msg`Recorrência`,
  "status": msg`Status`,
  "campaignsEnabled": msg`Campanhas`,
  "users": msg`Usuários`,
  "connections": msg`Conexões`,
  "video": msg`Vídeo`,
  "number": msg`Número`,
  "password": msg`Senha`,
  "token": msg`Token`,
  "host": msg`Servidor`,
  "port": msg`Porta`,
  "security": msg`Segurança`,
  "user": msg`Usuário`,
  "from": msg`Remetente`,
  "siteAddress": msg`Endereço do sistema`,
  "smtpPassword": msg`Senha`,
  "gateway": msg`Como recebe`,
  "key": msg`Chave Pix`,
  "city": msg`Cidade`,
  "address": msg`Endereço da API`,
  "efiClientId": msg`Client ID`,
  "efiClientSecret": msg`Client Secret`,
  "efiCertificate": msg`Certificado`,
  "validUntil": msg`Válido até`,
  "helpLink": msg`Link de ajuda`,
  "termsUrl": msg`Termos de uso`,
  "privacyUrl": msg`Privacidade`,
  "note": msg`Observação`,
  "renewedTo": msg`Renovada até`,
};

/** What became of a secret, whose text is nowhere. */
export const SECRET_WORDS: Record<SecretChange, MessageDescriptor> = {
  set: msg`Definido. O valor não fica no registro.`,
  changed: msg`Trocado por outro. O valor não fica no registro.`,
  cleared: msg`Apagado.`,
};

/** A field as its screen calls it; where that is not known, as it is named. */
export function fieldText(field: string): string {
  const words = Object.hasOwn(FIELD_WORDS, field) ? FIELD_WORDS[field] : undefined;
  return words ? i18n._(words) : field;
}
