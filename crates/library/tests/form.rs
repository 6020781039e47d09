//! The form of rulings: written, filled in, read, refused.

use library::{Choices, form, rulebook};

fn book() -> rulebook::Rulebook {
    rulebook("acw", None, &Choices::new()).unwrap()
}

fn signed() -> String {
    form::blank(&book()).replace("accepted = [\"\", \"\"]", "accepted = [\"Anne\", \"Ben\"]")
}

#[test]
fn a_blank_form_names_every_ruling_and_is_nobodys_yet() {
    let blank = form::blank(&book());
    for ruling in &book().rulings {
        assert!(blank.contains(&format!("\n{} = ", ruling.id)), "{}", ruling.id);
    }
    assert!(form::read(&blank, &book()).unwrap_err().contains("both players write their names"));
}

#[test]
fn accepted_readings_are_those_that_differ_from_the_usual() {
    let (choices, names) = form::read(&signed(), &book()).unwrap();
    assert_eq!((choices.len(), names), (0, vec!["Anne".to_owned(), "Ben".to_owned()]));
    let asked = signed().replace("casualty-choice = \"closing-up\"", "casualty-choice = \"asked\"");
    let (choices, _) = form::read(&asked, &book()).unwrap();
    assert_eq!(choices, Choices::from([("casualty-choice".to_owned(), "asked".to_owned())]));
}

#[test]
fn a_wrong_form_says_what_is_wrong() {
    let told = |text: String| form::read(&text, &book()).unwrap_err();
    assert!(told(signed().replace("period = \"acw\"", "period = \"awi\"")).contains("for awi"));
    let misspelt = signed().replace("\ncasualty-choice = ", "\ncasualty-choise = ");
    assert!(told(misspelt).contains("did you mean `casualty-choice`?"));
    let other = signed().replace("casualty-choice = \"closing-up\"", "casualty-choice = \"dice\"");
    assert!(told(other).contains("closing-up or asked, not `dice`"));
    assert!(told("period = 3".to_owned()).contains("invalid type"));
}
